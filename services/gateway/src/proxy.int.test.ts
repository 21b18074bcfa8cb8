import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { sendTinyChunks } from '@inlet/testing/tiny-chunks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, startGateway, startUpstream, type TestGateway } from '#gateway.test-setup.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A gateway in front of a service that records its requests. */
async function startBeforeRecorder(answerHeaders: Record<string, string | string[]> = {}) {
  const seen: Seen[] = [];
  const { url } = await startUpstream(async (incoming, response) => {
    const { method, url, headers } = incoming;
    seen.push({ method, url, headers, body: await text(incoming) });
    response.writeHead(200, answerHeaders).end('answer');
  });
  return { gateway: await startGateway({ account: url }), seen };
}

/** Sends raw bytes and returns everything that is received until the connection closes. */
async function exchange({ port }: TestGateway, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

describe('a body', () => {
  it('reaches the service while the visitor still sends, and its answer the visitor while it still answers', async () => {
    const { url } = await startUpstream((incoming, response) => {
      response.writeHead(200);
      incoming.on('data', (chunk) => response.write(`heard ${chunk};`));
      incoming.on('end', () => response.end('over'));
    });
    const gateway = await startGateway({ account: url });
    const outgoing = request(`${gateway.url}/api/echo`, { method: 'POST' });
    outgoing.write('one');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.setEncoding('utf8');
    expect(await once(answer, 'data')).toEqual(['heard one;']);
    outgoing.write('two');
    expect(await once(answer, 'data')).toEqual(['heard two;']);
    outgoing.end();
    expect(await once(answer, 'data')).toEqual(['over']);
  });

  it('arrives whole, whether its length is known or not', async () => {
    const { gateway, seen } = await startBeforeRecorder();
    const body = 'x'.repeat(1_000_000);
    await ask(`${gateway.url}/api/a`, { method: 'POST', body, headers: { 'content-length': String(body.length) } });
    await ask(`${gateway.url}/api/a`, { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } });
    expect(seen.map(({ body: { length } }) => length)).toEqual([body.length, body.length]);
    expect(seen[0]?.headers['content-length']).toBe(String(body.length));
  });

  it('in far more chunks than its bytes justify is refused, and nothing of it reaches the service', async () => {
    const { url, connectionCount } = await startUpstream((_incoming, response) => response.end());
    const gateway = await startGateway({ ingest: url });
    expect(await sendTinyChunks({ port: gateway.port, path: '/f/abc', count: 300_000 })).toBe(413);
    expect(connectionCount()).toBe(0);
  });

  it.each([
    ['in chunks', ['transfer-encoding: chunked']],
    ['whose length is hidden as a header of the connection', ['connection: content-length', 'content-length: @']],
    [
      'whose chunks are hidden as a header of the connection',
      ['connection: transfer-encoding', 'transfer-encoding: chunked'],
    ],
  ])('of a GET, %s, is never read as a request of its own', async (_, headers) => {
    const { gateway, seen } = await startBeforeRecorder();
    const forged = 'GET /metrics HTTP/1.1\r\nhost: forged\r\n\r\n';
    const isChunked = headers.some((header) => header.endsWith('chunked'));
    const body = isChunked ? `${forged.length.toString(16)}\r\n${forged}\r\n0\r\n\r\n` : forged;
    const lines = ['GET /api/a HTTP/1.1', 'host: inlet.test', ...headers, '', ''];
    const first = lines.join('\r\n').replace('@', String(forged.length)) + body;
    const last = 'GET /api/last HTTP/1.1\r\nhost: inlet.test\r\nconnection: close\r\n\r\n';
    await exchange(gateway, first + last);
    expect(seen.map(({ url }) => url)).toEqual(['/api/a', '/api/last']);
    expect(seen[0]?.body).toBe(forged);
  });
});

describe('the headers of a request', () => {
  it('reach the service without those that speak of the connection', async () => {
    const { gateway, seen } = await startBeforeRecorder();
    await ask(`${gateway.url}/api/a`, {
      headers: {
        connection: 'keep-alive, X-Only-Here , upgrade',
        'keep-alive': 'timeout=5',
        'proxy-authorization': 'Basic abc',
        'proxy-connection': 'keep-alive',
        te: 'trailers',
        upgrade: 'websocket',
        'x-only-here': 'secret',
        'x-for-all': 'kept',
        authorization: 'Bearer token',
        cookie: 'session=1',
      },
    });
    const headers = seen[0]?.headers ?? {};
    expect(headers).toMatchObject({ 'x-for-all': 'kept', authorization: 'Bearer token', cookie: 'session=1' });
    const gone = ['keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'upgrade', 'x-only-here'];
    expect(gone.filter((name) => name in headers)).toEqual([]);
  });

  it('tell who the visitor is by what the gateway saw, and not by what the visitor says', async () => {
    const { gateway, seen } = await startBeforeRecorder();
    await ask(`${gateway.url}/api/a`, {
      headers: {
        host: 'inlet.test',
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.test',
      },
    });
    expect(seen[0]?.headers).toMatchObject({
      host: 'inlet.test',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'inlet.test',
    });
  });

  it('carry the id that the visitor reads in the answer', async () => {
    const { gateway, seen } = await startBeforeRecorder();
    const made = await ask(`${gateway.url}/api/a`);
    const kept = await ask(`${gateway.url}/api/a`, { headers: { 'x-request-id': 'abcd-1234' } });
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-z]+$/);
    expect(kept.headers['x-request-id']).toBe('abcd-1234');
    expect(seen.map(({ headers }) => headers['x-request-id'])).toEqual([made.headers['x-request-id'], 'abcd-1234']);
  });
});

describe('the headers of an answer', () => {
  it('reach the visitor without those that speak of the connection', async () => {
    const { gateway } = await startBeforeRecorder({
      connection: 'keep-alive, x-only-here',
      'x-only-here': 'secret',
      'proxy-authenticate': 'Basic',
      'x-for-all': 'kept',
      'content-type': 'text/plain',
    });
    const { headers } = await ask(`${gateway.url}/api/a`);
    expect(headers).toMatchObject({ 'x-for-all': 'kept', 'content-type': 'text/plain' });
    expect(['x-only-here', 'proxy-authenticate'].filter((name) => name in headers)).toEqual([]);
  });

  it('are those of the service where it sets them, and the gateway’s own where it does not, never both', async () => {
    const policy = "default-src 'none'; style-src 'self'";
    const { gateway } = await startBeforeRecorder({ 'content-security-policy': policy, 'referrer-policy': 'origin' });
    const outgoing = request(`${gateway.url}/api/a`).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.headersDistinct).toMatchObject({
      'content-security-policy': [policy],
      'referrer-policy': ['origin'],
      'x-content-type-options': ['nosniff'],
      'strict-transport-security': ['max-age=31536000; includeSubDomains'],
    });
  });

  it.each(['/api/a', '/f/a', '/metrics'])('protect the gateway’s own refusal of %s', async (path) => {
    const gateway = await startGateway();
    const { headers } = await ask(gateway.url + path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
  });

  it('keep each cookie', async () => {
    const cookies = ['refresh=1; HttpOnly', 'theme=dark'];
    const { gateway } = await startBeforeRecorder({ 'set-cookie': cookies });
    expect((await ask(`${gateway.url}/api/a`)).headers['set-cookie']).toEqual(cookies);
  });

  it('and its status are those of the service, also for HEAD and for an answer without a body', async () => {
    const { url } = await startUpstream((incoming, response) => {
      if (incoming.method === 'HEAD') response.writeHead(200, { 'content-length': '42' }).end();
      else response.writeHead(204).end();
    });
    const gateway = await startGateway({ account: url });
    const head = await ask(`${gateway.url}/api/a`, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '42' }, body: '' });
    expect(await ask(`${gateway.url}/api/a`, { method: 'DELETE' })).toMatchObject({ status: 204, body: '' });
  });
});

describe('a service that is away', () => {
  it('is a 503 that says when to come back', async () => {
    const gateway = await startGateway();
    const { status, headers, body } = await ask(`${gateway.url}/api/v1/me`);
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('2');
    expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' });
  });

  it('tells a website that sends a submission when to send it again', async () => {
    const gateway = await startGateway();
    const { headers } = await ask(`${gateway.url}/f/abc`, { method: 'POST', body: 'a=1' });
    expect(headers).toMatchObject({ 'retry-after': '2', 'access-control-expose-headers': 'retry-after' });
  });

  it('is a 503 that frames show where a hosted page was, and nowhere else', async () => {
    const gateway = await startGateway();
    const policies = ['/f/abc/page', '/f/abc', '/s/abc', '/api/a'].map(async (path) => {
      const { headers } = await ask(gateway.url + path, { method: 'POST', body: 'a=1' });
      return headers['content-security-policy'];
    });
    const [shown, hidden] = ["default-src 'none'", "default-src 'none'; frame-ancestors 'none'"];
    expect(await Promise.all(policies)).toEqual([shown, hidden, shown, hidden]);
  });

  it('is a 503 that every website may read whose form it turns away, and no website else', async () => {
    const gateway = await startGateway();
    for (const path of ['/f/abc', '/api/forms/abc']) {
      const { status, headers } = await ask(gateway.url + path, { method: 'POST' });
      expect([status, headers['access-control-allow-origin']]).toEqual([503, '*']);
    }
    const { headers } = await ask(`${gateway.url}/api/v1/me`);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('leaves the connection usable for the next request, although nobody read the body', async () => {
    const gateway = await startGateway({ files: { 'index.html': 'page' } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const refused = request(`${gateway.url}/api/v1/forms`, { agent, method: 'POST' });
    refused.end('x'.repeat(1_000_000));
    const [first] = (await once(refused, 'response')) as [IncomingMessage];
    expect(first.statusCode).toBe(503);
    await text(first);
    const next = request(gateway.url, { agent }).end();
    const [second] = (await once(next, 'response')) as [IncomingMessage];
    expect(await text(second)).toBe('page');
    expect(next.reusedSocket).toBe(true);
  });

  it('in the middle of its answer breaks the connection, so that half of it never passes for the whole', async () => {
    const { url } = await startUpstream((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('half', () => response.destroy());
    });
    const gateway = await startGateway({ account: url });
    await expect(ask(`${gateway.url}/api/a`)).rejects.toThrow('aborted');
  });

  it('is noticed although a connection to it had been kept', async () => {
    const upstream = await startUpstream((_incoming, response) => response.end('first'));
    const gateway = await startGateway({ account: upstream.url });
    expect((await ask(`${gateway.url}/api/a`)).status).toBe(200);
    await upstream.stop();
    expect((await ask(`${gateway.url}/api/a`)).status).toBe(503);
  });
});

describe('a kept connection that closes as a request arrives', () => {
  /** A service that closes each connection at its second request, as during a restart. */
  async function startBeforeRestart() {
    let requests = 0;
    const upstream = await startUpstream((incoming, response) => {
      requests += 1;
      if (requests === 2) incoming.socket.destroy();
      else response.end(`answer ${requests}`);
    });
    const gateway = await startGateway({ account: upstream.url });
    expect((await ask(`${gateway.url}/api/a`)).body).toBe('answer 1');
    return { gateway, requests: () => requests };
  }

  it('does not fail a request that reads: it is sent again over a new connection', async () => {
    const { gateway } = await startBeforeRestart();
    expect(await ask(`${gateway.url}/api/a`)).toMatchObject({ status: 200, body: 'answer 3' });
  });

  it('fails any other request, which the service may have carried out', async () => {
    const { gateway, requests } = await startBeforeRestart();
    expect((await ask(`${gateway.url}/api/a`, { method: 'DELETE' })).status).toBe(503);
    expect(requests()).toBe(2);
  });
});

describe('a submission that its service does not answer', () => {
  const body = 'name=Ada';

  /** A service that breaks the connection this many times, and then responds; it records its requests. */
  async function startBeforeBreaks(breaks: number, port?: number) {
    const seen: Seen[] = [];
    const { url } = await startUpstream(async (incoming, response) => {
      const { method, url: path, headers, socket } = incoming;
      seen.push({ method, url: path, headers, body: await text(incoming) });
      if (seen.length <= breaks) socket.resetAndDestroy();
      else response.end('answer');
    }, port);
    return { url, seen };
  }

  it.each([
    ['of a known length', { 'content-length': '8' }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('is sent again, with the same body, %s, and the same id, which no visitor chooses', async (_, framing) => {
    const { url, seen } = await startBeforeBreaks(3);
    const gateway = await startGateway({ ingest: url, repeatForMs: 60_000 });
    const headers = { ...framing, 'x-inlet-submission-id': 'mine' };
    const answer = await ask(`${gateway.url}/f/abc`, { method: 'POST', headers, body });
    expect(answer).toMatchObject({ status: 200, body: 'answer' });
    expect(seen.map((request) => request.body)).toEqual(Array(4).fill(body));
    const ids = new Set(seen.map((request) => request.headers['x-inlet-submission-id']));
    expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/)]);
  });

  it('waits for the service to start, as the preflight of a browser does', async () => {
    const { url, stop } = await startUpstream(() => undefined);
    await stop();
    const gateway = await startGateway({ ingest: url, repeatForMs: 60_000 });
    const asked = Promise.all(
      ['POST', 'OPTIONS', 'GET'].map((method) => ask(`${gateway.url}/api/forms/abc`, { method })),
    );
    const { seen } = await startBeforeBreaks(0, Number(new URL(url).port));
    expect((await asked).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(seen).toHaveLength(3);
  });

  it('is not sent again once the visitor has a part of its answer', async () => {
    let requests = 0;
    const { url } = await startUpstream((_incoming, response) => {
      requests += 1;
      response.write('half', () => response.destroy());
    });
    const gateway = await startGateway({ ingest: url });
    const headers = { 'transfer-encoding': 'chunked' };
    await expect(ask(`${gateway.url}/f/abc`, { method: 'POST', body, headers })).rejects.toThrow('aborted');
    expect(requests).toBe(1);
  });

  it('passes through and is sent once if it is longer than a megabyte', async () => {
    const { url, seen } = await startBeforeBreaks(1);
    const gateway = await startGateway({ ingest: url });
    const long = { method: 'POST', body: 'x'.repeat(1_000_001) };
    expect((await ask(`${gateway.url}/f/abc`, long)).status).toBe(503);
    const headers = { 'transfer-encoding': 'chunked' };
    expect((await ask(`${gateway.url}/f/abc`, { ...long, headers })).status).toBe(200);
    expect(seen.map((request) => request.body.length)).toEqual([1_000_001, 1_000_001]);
  });

  it('is not sent again for a visitor who has left', async () => {
    const { url, seen } = await startBeforeBreaks(8);
    const gateway = await startGateway({ ingest: url, repeatForMs: 60_000 });
    const leaving = request(`${gateway.url}/f/left`, { method: 'POST' }).end(body);
    leaving.on('error', () => undefined);
    await waitUntil(() => seen.length > 0, { intervalMs: 1 });
    leaving.destroy();
    expect((await ask(`${gateway.url}/f/stayed`, { method: 'POST', body })).status).toBe(200);
    expect(seen.filter((each) => each.url === '/f/left').length).toBeLessThan(3);
  });

  it('passes through while the bodies of others fill the memory for them', async () => {
    const begun = Promise.withResolvers<void>();
    const { url } = await startUpstream((_incoming, response) => {
      begun.resolve();
      response.end();
    });
    const gateway = await startGateway({ ingest: url });
    const head = 'POST /f/abc HTTP/1.1\r\nhost: inlet.test\r\ncontent-length: 1000000\r\n\r\nx';
    for (let count = 0; count <= 64; count += 1) {
      const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      socket.write(head);
    }
    await begun.promise;
  });
});

describe('a service that refuses early', () => {
  it('reaches the visitor with its 413 while the body is still on its way', async () => {
    const { url } = await startUpstream((_incoming, response) => {
      response.writeHead(413, { 'content-type': 'application/json' }).end('{"code":"too_large"}');
    });
    const gateway = await startGateway({ ingest: url });
    const outgoing = request(`${gateway.url}/f/abc`, { method: 'POST', headers: { 'content-length': '50000000' } });
    // The visitor continues sending until the response arrives.
    outgoing.on('error', () => undefined);
    const send = () => outgoing.writableEnded || outgoing.destroyed || outgoing.write('x'.repeat(65_536), send);
    send();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const body = await text(answer);
    outgoing.destroy();
    expect(answer.statusCode).toBe(413);
    expect(JSON.parse(body)).toEqual({ code: 'too_large' });
  });
});

describe('a visitor who leaves', () => {
  it('takes the request along, so that no service works for nobody', async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    const { url } = await startUpstream((_incoming, response) => arrived.resolve(response));
    const gateway = await startGateway({ account: url });
    const outgoing = request(`${gateway.url}/api/live`).end();
    outgoing.on('error', () => undefined);
    const response = await arrived.promise;
    const left = once(response, 'close');
    outgoing.destroy();
    await left;
    expect(response.writableFinished).toBe(false);
    // The response to another request comes after all responses of the gateway to the first one.
    await ask(`${gateway.url}/nowhere`, { method: 'POST' });
    expect(gateway.logged).toEqual(['http: request refused']);
  });
});

describe('the connections to a service', () => {
  it('are kept and used again', async () => {
    const upstream = await startUpstream((_incoming, response) => response.end('answer'));
    const gateway = await startGateway({ account: upstream.url });
    for (let count = 0; count < 5; count += 1) await ask(`${gateway.url}/api/a`);
    expect(upstream.connectionCount()).toBe(1);
  });

  it('end with the gateway', async () => {
    const ended = Promise.withResolvers<void>();
    const { url } = await startUpstream((incoming, response) => {
      incoming.socket.once('close', ended.resolve);
      response.end('answer');
    });
    const gateway = await startGateway({ account: url });
    await ask(`${gateway.url}/api/a`);
    expect(await gateway.lifecycle.close('test')).toBe(0);
    await ended.promise;
  });
});
