import { STATUS_CODES } from 'node:http';
import type { FastRequest } from '#fast-request.ts';

/** What handlers on the fast path use of a response, whether Node or the fast path sends it. */
export interface TextResponse {
  readonly headersSent: boolean;
  /** Headers are names and values in turn. */
  readonly writeHead: (status: number, headers: string[]) => unknown;
  /** Sends it; the headers must tell the length. */
  readonly end: (text: string, encoding: BufferEncoding) => unknown;
  /** Breaks the connection off. */
  readonly destroy: () => unknown;
}

/** The connection of a response. */
export interface ResponseOwner {
  /** How long the connection is kept; a client uses it no longer. */
  readonly keepAliveSeconds: number;
  /** Called when the response is whole. */
  readonly send: () => void;
  readonly destroy: () => void;
  readonly leaveToNode: (request: FastRequest) => void;
}

/** What no header may contain; a line break would start another one. */
const invalid = /[^\t\x20-\x7e\x80-\xff]/;

/** The response to a request that the fast path has read. It is sent in its turn. */
export class FastResponse implements TextResponse {
  readonly #owner: ResponseOwner;
  #head: string | undefined;
  #isLast: boolean;
  /** The whole of it, once it may be sent. */
  whole: { readonly text: string; readonly encoding: BufferEncoding } | undefined;

  constructor(owner: ResponseOwner, isLast: boolean) {
    this.#owner = owner;
    this.#isLast = isLast;
  }

  get headersSent(): boolean {
    return this.#head !== undefined;
  }

  /** Nothing follows it on its connection. */
  get isLast(): boolean {
    return this.#isLast;
  }

  writeHead(status: number, headers: readonly string[]): void {
    if (this.headersSent) throw new Error('The response has its head already');
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    for (let index = 0; index < headers.length; index += 2) {
      const [name = '', value = ''] = [headers[index], headers[index + 1]];
      if (invalid.test(value)) throw new TypeError(`Invalid character in the header ${name}`);
      if (name !== 'connection') head += `${name}: ${value}\r\n`;
      else if (value === 'close') this.#isLast = true;
    }
    const connection = this.#isLast ? 'close' : `keep-alive\r\nKeep-Alive: timeout=${this.#owner.keepAliveSeconds}`;
    this.#head = `${head}Date: ${dateNow()}\r\nConnection: ${connection}\r\n\r\n`;
  }

  end(text: string, encoding: BufferEncoding): void {
    this.whole = { text: (this.#head ?? '') + text, encoding };
    this.#owner.send();
  }

  /** As in Node, nothing where it is whole already. */
  destroy(): void {
    if (!this.whole) this.#owner.destroy();
  }

  /** Node reads the request again, and all that follows. It must be the only one under way on its connection. */
  leaveToNode(request: FastRequest): void {
    this.#owner.leaveToNode(request);
  }
}

let date = '';
let dateSecond = 0;

/** Made anew each second: to write a date costs more than to read the clock. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(second * 1_000).toUTCString();
  }
  return date;
}
