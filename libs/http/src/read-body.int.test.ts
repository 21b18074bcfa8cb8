import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { readShortBody } from '#read-body.ts';

const maxBytes = 10_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Starts a server that responds with the handler's result, or with the code of its error. */
async function serve(handle: Handle): Promise<number> {
  const server = createServer((request, response) => {
    handle(request, response).then(
      (result) => response.end(JSON.stringify(result)),
      ({ status, code }) => response.writeHead(status).end(code),
    );
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const head = (framing: string) => `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${framing}\r\n\r\n`;
const chunked = (chunks: readonly string[]) =>
  `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;

async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  return text(socket);
}

const whole: Handle = async (request) => (await readShortBody(request, maxBytes))?.toString() ?? null;

it('returns a body in however many chunks an honest client sends it', async () => {
  const port = await serve(whole);
  const letters = Array.from({ length: 1_000 }, () => 'x');
  expect(await send(port, `${head('content-length: 5')}hello`)).toContain('"hello"');
  expect(await send(port, head('transfer-encoding: chunked') + chunked(['he', 'll', 'o']))).toContain('"hello"');
  expect(await send(port, head('transfer-encoding: chunked') + chunked(letters))).toContain(`"${letters.join('')}"`);
  expect(await send(port, head('content-length: 0'))).toContain('""');
});

it('refuses a body of more chunks than its bytes justify, and is ready for the next request', async () => {
  const port = await serve(whole);
  const tiny = chunked(Array.from({ length: 5_000 }, () => 'x'));
  const first = `POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${tiny}`;
  const answers = await send(port, `${first}${head('content-length: 5')}hello`);
  expect(answers).toMatch(/^HTTP\/1\.1 413 .*too_large.*HTTP\/1\.1 200 .*"hello"$/s);
});

it.each([
  ['of a known length', `${head(`content-length: ${maxBytes + 1}`)}${'x'.repeat(maxBytes + 1)}`],
  ['in chunks', head('transfer-encoding: chunked') + chunked(Array.from({ length: 11 }, () => 'x'.repeat(1_000)))],
])('leaves a longer body %s to be read as a stream, from its first byte on', async (_how, bytes) => {
  const port = await serve(async (request) => [await readShortBody(request, maxBytes), (await text(request)).length]);
  const length = bytes.split('x').length - 1 - 1;
  expect(await send(port, bytes)).toContain(`[null,${length}]`);
});

it.each([
  ['while it is read', async () => undefined],
  ['before it is read', (request: IncomingMessage) => new Promise((resolve) => request.once('close', resolve))],
])('refuses a body whose client leaves %s', async (_when, wait) => {
  const outcome = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const port = await serve(async (request) => {
    begun.resolve();
    await wait(request);
    outcome.resolve(await readShortBody(request, maxBytes).catch(({ code }) => code));
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head('content-length: 9')}half`);
  await begun.promise;
  socket.destroy();
  expect(await outcome.promise).toBe('malformed_body');
});
