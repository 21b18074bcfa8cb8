import { connect } from 'node:net';

export interface TinyChunks {
  readonly port: number;
  readonly path: string;
  readonly count: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const oneByte = '1\r\nx\r\n';
const chunksPerWrite = 10_000;

/** Sends JSON whose one text comes in chunks of one byte each, and returns the status; 0 when the connection broke. */
export function sendTinyChunks({ port, path, count, headers = {} }: TinyChunks): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    // The server may close the connection while we are still writing; its earlier response counts.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
    const all = { host: 'x', connection: 'close', 'content-type': 'application/json', ...headers };
    const lines = Object.entries({ ...all, 'transfer-encoding': 'chunked' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n6\r\n{"a":"\r\n`);
    for (let sent = 0; sent < count; sent += chunksPerWrite) {
      socket.write(oneByte.repeat(Math.min(chunksPerWrite, count - sent)));
    }
    socket.write('2\r\n"}\r\n0\r\n\r\n');
  });
}
