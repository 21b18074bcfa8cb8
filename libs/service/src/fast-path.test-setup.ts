import { connect } from 'node:net';
import type { BodyRequest } from '#fast-request.ts';
import type { TextResponse } from '#fast-response.ts';
import { type HttpServer, type ListenOptions, listen } from '#http-server.ts';

const host = '127.0.0.1';

type Handler = (request: BodyRequest, response: TextResponse) => unknown;

/** Answers with everything that was read of a whole request, and notes it. */
export function echoAndNote(notes: string[]): Handler {
  return (request, response) => {
    const pieces: Buffer[] = [];
    request.takeBody({
      take: (piece) => pieces.push(piece),
      over: (isWhole) => {
        if (!isWhole) return;
        const { method, url, headers } = request;
        const body = Buffer.concat(pieces).toString('latin1');
        const text = JSON.stringify({ method, url, headers: Object.entries(headers), body });
        notes.push(text);
        response.writeHead(200, ['content-length', String(Buffer.byteLength(text))]);
        response.end(text, 'utf8');
      },
    });
  };
}

/** What the fast path took and what Node read. */
export interface Readers {
  fast: number;
  node: number;
}

export interface FastServer extends HttpServer {
  readonly readers: Readers;
}

/** A server with a fast path, both of which answer with the same handler. */
export async function listenFast(
  handler: Handler,
  options: Partial<ListenOptions> & { readonly pipelined?: number } = {},
): Promise<FastServer> {
  const readers: Readers = { fast: 0, node: 0 };
  const server = await listen(
    (request, response) => {
      readers.node += 1;
      handler(request, response);
    },
    {
      host,
      port: 0,
      fastPath: {
        pipelined: options.pipelined ?? 8,
        take: (request, response) => {
          if (request.url === '/left') return false;
          readers.fast += 1;
          handler(request, response);
          return true;
        },
      },
      ...options,
    },
  );
  return { ...server, readers };
}

/** A request as it goes over the wire. */
export function post(body: string, headers: Readonly<Record<string, string>> = {}, url = '/f/abc'): string {
  const all = { Host: 'inlet.example', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${url} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Writes each piece in a packet of its own, ends this side, and reads until the other side has closed. The dates of the
 * answers are left out.
 */
export function converse(port: number, pieces: readonly string[], { thenEnd = true } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    // It may close while this side still writes: its answers count.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.replaceAll(/\r\nDate: [^\r]*/g, '')));
    const left = [...pieces];
    const write = () => {
      const piece = left.shift();
      if (piece !== undefined && !socket.destroyed) socket.write(piece, 'latin1', () => setImmediate(write));
      else if (thenEnd) socket.end();
    };
    socket.once('connect', write);
  });
}

export const bodiesOf = (answers: string): string[] =>
  answers
    .split(/HTTP\/1\.1 /)
    .slice(1)
    .map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4));
export const statusesOf = (answers: string): number[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
