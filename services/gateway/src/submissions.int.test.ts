import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, startGateway, startUpstream } from '#gateway.test-setup.ts';

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  ask(`${url}/f/abc`, { method: 'POST', body, headers: { 'content-length': String(body.length), ...headers } });

/** A service that responds with the request's headers and body. */
async function startEcho() {
  const upstream = await startUpstream(async (incoming, response) => {
    const body = await text(incoming);
    const { url, headers } = incoming;
    response.end(JSON.stringify({ url, headers, body }));
  });
  return { upstream, gateway: await startGateway({ ingest: upstream.url }) };
}

describe('a submission', () => {
  it('reaches ingest with what the gateway saw, and without what speaks of the connection', async () => {
    const { gateway } = await startEcho();
    const { body } = await post(gateway.url, 'a=1', {
      host: 'inlet.test',
      connection: 'keep-alive, X-Mine',
      'x-mine': 'secret',
      te: 'trailers',
      upgrade: 'websocket',
      'proxy-authorization': 'Basic abc',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.test',
      'x-inlet-gateway': 'guessed',
      'x-inlet-submission-id': 'mine',
      'x-request-id': 'abcd-1234',
      cookie: 'a=1',
    });
    const seen = JSON.parse(body);
    expect(seen).toMatchObject({ url: '/f/abc', body: 'a=1' });
    expect(seen.headers).toEqual({
      host: 'inlet.test',
      connection: 'keep-alive',
      'content-length': '3',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'inlet.test',
      'x-inlet-gateway': 'internal-token-of-the-test-house',
      'x-inlet-submission-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/),
      'x-request-id': 'abcd-1234',
    });
  });

  it('has its answer where ingest gives one in chunks, without the headers of that connection', async () => {
    const ids = new Set<unknown>();
    const { url } = await startUpstream(async (incoming, response) => {
      ids.add(incoming.headers['x-inlet-submission-id']);
      response.setHeader('connection', 'keep-alive, x-only-here').setHeader('x-only-here', 'secret');
      response.write('in ');
      response.end(`chunks ${await text(incoming)}`);
    });
    const gateway = await startGateway({ ingest: url });
    const { status, headers, body } = await post(gateway.url, 'a=1');
    expect([status, body, headers['x-only-here']]).toEqual([200, 'in chunks a=1', undefined]);
    expect(ids.size).toBe(1);
  });

  it('has a host although its connection claims that header', async () => {
    const { gateway } = await startEcho();
    const { body } = await post(gateway.url, 'a=1', { host: 'inlet.test', connection: 'host' });
    expect(JSON.parse(body).headers.host).toBe('inlet.test');
  });

  it('waits for no permission twice: its body is here already', async () => {
    const { gateway } = await startEcho();
    const outgoing = request(`${gateway.url}/f/abc`, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': '3' },
    });
    outgoing.on('continue', () => outgoing.end('a=1'));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(JSON.parse(await text(answer)).body).toBe('a=1');
  });

  it('is never read as two, whatever its body holds', async () => {
    const { gateway } = await startEcho();
    const forged = 'POST /f/forged HTTP/1.1\r\nhost: inlet.test\r\ncontent-length: 0\r\n\r\n';
    const answers = await Promise.all(Array.from({ length: 100 }, () => post(gateway.url, forged)));
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual(
      Array(100).fill(expect.objectContaining({ url: '/f/abc', body: forged })),
    );
  });

  it('is taken at the door of files no more than anything else', async () => {
    const { upstream } = await startEcho();
    const gateway = await startGateway({ ingest: upstream.url, operator: { FILES_URL: 'https://files.test' } });
    expect((await post(gateway.url, 'a=1', { host: 'files.test' })).status).toBe(404);
    expect((await post(gateway.url, 'a=1')).status).toBe(200);
  });

  it('is nothing to ingest before it is whole', async () => {
    const { upstream, gateway } = await startEcho();
    const socket = connect(gateway.port, '127.0.0.1');
    socket.end('POST /f/abc HTTP/1.1\r\nhost: inlet.test\r\ncontent-length: 9\r\n\r\na=1');
    socket.resume();
    await once(socket, 'close');
    expect(upstream.connectionCount()).toBe(0);
  });
});

describe('submissions that come at once', () => {
  it('each have their own answer', async () => {
    const { gateway } = await startEcho();
    const bodies = Array.from({ length: 300 }, (_, index) => `number ${index}`);
    const answers = await Promise.all(bodies.map((body) => post(gateway.url, body)));
    expect(answers.map(({ body }) => JSON.parse(body).body)).toEqual(bodies);
  });

  it('are answered once each although their connections end after each answer', async () => {
    const seen = new Map<string, Set<unknown>>();
    const { url } = await startUpstream(async (incoming, response) => {
      const body = await text(incoming);
      seen.set(body, (seen.get(body) ?? new Set()).add(incoming.headers['x-inlet-submission-id']));
      response.setHeader('connection', 'close').end(body);
    });
    const gateway = await startGateway({ ingest: url, repeatForMs: 3_000 });
    const bodies = Array.from({ length: 200 }, (_, index) => `number ${index}`);
    const answers = await Promise.all(bodies.map((body) => post(gateway.url, body)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(bodies.map((body) => [200, body]));
    // Retried submissions kept their ids, so each is stored once.
    expect([...seen.values()].filter((ids) => ids.size !== 1)).toEqual([]);
  });

  it('do not wait for those that may have files', async () => {
    const { url, stop } = await startUpstream((incoming, response) => {
      if (incoming.headers['content-type'] !== 'multipart/form-data') incoming.resume().on('end', () => response.end());
    });
    const gateway = await startGateway({ ingest: url });
    for (let count = 0; count < 40; count += 1) {
      const headers = { 'content-type': 'multipart/form-data', 'content-length': '4' };
      const slow = request(`${gateway.url}/f/abc`, { method: 'POST', headers });
      slow.on('error', () => undefined).end('slow');
      onTestFinished(() => void slow.destroy());
    }
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(gateway.url, 'short')));
    expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200));
    await stop();
  });

  it('have their responses beside one whose head is too long for ingest', async () => {
    const waiting: (() => void)[] = [];
    const arrived = Promise.withResolvers<void>();
    const { url } = await startUpstream((_incoming, response) => {
      waiting.push(() => response.end());
      if (waiting.length === 64) arrived.resolve();
    });
    const gateway = await startGateway({ ingest: url });
    const short = Array.from({ length: 64 }, () => post(gateway.url, 'short'));
    await arrived.promise;
    // With the gateway's headers it exceeds the limit of a server, which closes the connection.
    expect((await post(gateway.url, 'long', { 'x-long': 'x'.repeat(16_250) })).status).toBe(431);
    for (const answer of waiting) answer();
    expect((await Promise.all(short)).map(({ status }) => status)).toEqual(Array(64).fill(200));
  });
});
