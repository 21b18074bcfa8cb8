import type { Writable } from 'node:stream';
import { Command } from 'ioredis';

/** `HSET` of bytes that go to Redis from where they are; the client would copy them into a command's text first. */
export class SetBytes extends Command {
  readonly #bytes: Buffer;

  constructor(key: string, field: string, bytes: Buffer) {
    super('hset', [key, field, bytes]);
    this.#bytes = bytes;
  }

  override toWritable(line: Writable): string {
    const [key, field] = this.args as string[];
    // Its pieces, and what else leaves in this moment, go to the system at once.
    line.cork();
    queueMicrotask(() => line.uncork());
    line.write(`*4\r\n$4\r\nhset\r\n${textOf(key)}${textOf(field)}$${this.#bytes.length}\r\n`);
    line.write(this.#bytes);
    return '\r\n';
  }
}

function textOf(text = ''): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}
