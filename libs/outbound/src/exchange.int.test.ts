import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { allowLoopback, openReceiver, openTestOutbound, resolver } from '#guard.test-setup.ts';

/** A receiver that sends any bytes. */
async function openSocket(talk: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => talk(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
}

const head = 'HTTP/1.1 200 OK\r\n';

/** The next exchange times out as soon as the head of its response has arrived. */
function endTimeWithTheHead(): void {
  const time = new AbortController();
  const end = () => setImmediate(() => time.abort(new DOMException('The time is over', 'TimeoutError')));
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal);
  subscribe('undici:request:headers', end);
  onTestFinished(() => {
    unsubscribe('undici:request:headers', end);
    vi.restoreAllMocks();
  });
}

describe('an answer', () => {
  it('is kept with the first 4 kB of its body, in characters that PostgreSQL can store', async () => {
    const { port } = await openReceiver((_, response) => void response.end(`\0${'ö'.repeat(5_000)}`));
    const answer = await openTestOutbound({ allow: allowLoopback })(`http://127.0.0.1:${port}/`);
    // The NUL and 2,047 letters of two bytes are 4,095 bytes; the half of the next letter is dropped.
    expect(answer).toMatchObject({ kind: 'answered', excerpt: `\ufffd${'ö'.repeat(2_047)}` });
  });

  it('is read in the encoding that it names', async () => {
    const { port } = await openReceiver((request, response) => {
      if (request.url === '/header') response.setHeader('content-type', 'text/html; charset=iso-8859-1');
      response.end(Buffer.from(`${request.url === '/meta' ? '<meta charset="latin1">' : ''}größe`, 'latin1'));
    });
    const deliver = openTestOutbound({ allow: allowLoopback });
    expect(await deliver(`http://127.0.0.1:${port}/header`)).toMatchObject({ body: 'größe', excerpt: 'größe' });
    expect(await deliver(`http://127.0.0.1:${port}/meta`)).toMatchObject({ body: '<meta charset="latin1">größe' });
    expect(await deliver(`http://127.0.0.1:${port}/`)).toMatchObject({ body: 'gr\ufffd\ufffde' });
  });

  it('is cut off after 64 kB', async () => {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    const url = await openSocket((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(16_384))) sent += 16_384;
      };
      socket.on('drain', more).on('close', () => closed.resolve());
      socket.write(`${head}content-length: 100000000000\r\n\r\n`);
      more();
    });
    expect(await openTestOutbound({ allow: allowLoopback })(url)).toMatchObject({
      status: 200,
      body: 'x'.repeat(65_536),
      excerpt: 'x'.repeat(4_096),
    });
    await closed.promise;
    expect(sent).toBeLessThan(100_000_000);
  });

  it('is not unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(10_000_000));
    const { port } = await openReceiver((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    });
    const answer = await openTestOutbound({ allow: allowLoopback })(`http://127.0.0.1:${port}/`);
    expect(answer.kind === 'answered' && answer.body.length).toBeLessThanOrEqual(65_536);
    expect(answer).not.toMatchObject({ excerpt: '\ufffd'.repeat(4_096) });
  });

  it.each(['breaks off', 'never ends'])('counts from its status on, also if its body %s', async (end) => {
    const url = await openSocket((socket) => {
      socket.write(
        `${head}content-length: 10\r\n\r\nhalf`,
        () => end === 'breaks off' && setImmediate(() => socket.destroy()),
      );
    });
    if (end === 'never ends') endTimeWithTheHead();
    const deliver = openTestOutbound({ allow: allowLoopback });
    expect(await deliver(url)).toMatchObject({ kind: 'answered', status: 200, body: 'half' });
  });

  it('has a duration', async () => {
    const { port } = await openReceiver((_, response) => void setTimeout(() => response.end(), 50));
    const { durationMs } = await openTestOutbound({ allow: allowLoopback })(`http://127.0.0.1:${port}/`);
    expect(durationMs).toBeGreaterThanOrEqual(45);
  });
});

describe('an attempt fails with a sentence for its owner', () => {
  it.each([
    ['is silent', () => undefined],
    ['stops in the middle of its head', (socket: Socket) => socket.write(`${head}a: b\r\n`)],
  ])('"No answer within 15 seconds" if the receiver %s', async (_, talk) => {
    const deliver = openTestOutbound({ allow: allowLoopback, timeoutMs: 500 });
    const error = 'No answer within 15 seconds';
    expect(await deliver(await openSocket(talk))).toMatchObject({ kind: 'failed', error });
  });

  it.each([
    ['The connection was closed before an answer came', (socket: Socket) => socket.destroy()],
    ['The answer is not HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    [
      'The headers of the answer are too large',
      (socket: Socket) => socket.write(`${head}a: ${'b'.repeat(20_000)}\r\n`),
    ],
  ])('"%s"', async (error, talk) => {
    const deliver = openTestOutbound({ allow: allowLoopback });
    expect(await deliver(await openSocket(talk))).toMatchObject({ kind: 'failed', error });
  });

  it('"No answer within 15 seconds" if the resolver is silent', async () => {
    const deliver = openTestOutbound({ allow: allowLoopback, timeoutMs: 200, lookup: () => undefined });
    expect(await deliver('http://silent.test/')).toMatchObject({ error: 'No answer within 15 seconds' });
  });

  it('"The connection was refused"', async () => {
    const { port, close } = await openReceiver();
    await close();
    const deliver = openTestOutbound({ allow: allowLoopback, lookup: resolver(['127.0.0.1', '::1']) });
    const error = 'The connection was refused';
    expect(await deliver(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failed', error });
    expect(await deliver(`http://two.test:${port}/`)).toMatchObject({ kind: 'failed', error });
  });

  it.each([
    ['ENOTFOUND', "We can't find receiver.test. Check the URL."],
    ['EAI_AGAIN', 'The name of the host could not be resolved'],
  ])('for %s of the resolver', async (code, error) => {
    const deliver = openTestOutbound({
      allow: allowLoopback,
      lookup: (_host, _options, answer) => answer(Object.assign(new Error('10.0.0.53 says no'), { code }), []),
    });
    expect(await deliver('http://receiver.test/')).toMatchObject({ kind: 'failed', error });
  });

  it.each([{ 'x-a': 'b\r\nx-c: d' }, { 'x-ö': 'a' }, { 'transfer-encoding': 'chunked' }])(
    '"A header of this target cannot be sent" for %j',
    async (headers) => {
      const { port, countConnections } = await openReceiver();
      const deliver = openTestOutbound({ allow: allowLoopback });
      const error = 'A header of this target cannot be sent';
      expect(await deliver(`http://127.0.0.1:${port}/`, { headers })).toMatchObject({ kind: 'failed', error });
      expect(countConnections()).toBe(0);
    },
  );
});

describe('a signal', () => {
  it.each(['before', 'during'])('%s an exchange ends it with its own reason', async (when) => {
    const { port } = await openReceiver(() => when === 'during' && controller.abort(reason));
    const controller = new AbortController();
    const reason = new Error('The worker stops');
    if (when === 'before') controller.abort(reason);
    const deliver = openTestOutbound({ allow: allowLoopback });
    await expect(deliver(`http://127.0.0.1:${port}/`, {}, controller.signal)).rejects.toBe(reason);
  });
});
