import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { allowLongBody, discardLongBody } from '#long-body.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A client that keeps sending a body that is refused at once, and reads nothing until told to. */
async function sendRefused() {
  const arrived = Promise.withResolvers<IncomingMessage>();
  const server = createServer((request, response) => {
    allowLongBody(request);
    discardLongBody(request);
    response.writeHead(413, { 'content-length': '9' }).end('too large');
    arrived.resolve(request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  client.pause();
  const megabyte = Buffer.alloc(1_000_000);
  const more = () => {
    if (!client.destroyed) client.write(megabyte, (error) => error ?? more());
  };
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 900000000\r\n\r\n', more);
  return { client, request: await arrived.promise };
}

it('is not hung up on before its answer can be read, however fast it comes', async () => {
  // The test controls the time until the connection closes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { client, request } = await sendRefused();
  await once(request, 'pause');
  expect(request.socket.destroyed).toBe(false);
  const answer = once(client, 'data');
  client.resume();
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 413 [\s\S]+too large$/);
  const ended = once(request.socket, 'close');
  vi.advanceTimersByTime(2_000);
  await ended;
});

it('keeps the connection of a client that has sent the rest', async () => {
  const arrived = Promise.withResolvers<IncomingMessage>();
  const server = createServer((request, response) => {
    allowLongBody(request);
    discardLongBody(request);
    response.writeHead(413).end();
    arrived.resolve(request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  onTestFinished(() => void client.destroy());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  client.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 30000000\r\n\r\n${'x'.repeat(30_000_000)}`);
  const request = await arrived.promise;
  if (!request.readableEnded) await once(request, 'end');
  expect(vi.getTimerCount()).toBe(0);
  expect(request.socket.destroyed).toBe(false);
});
