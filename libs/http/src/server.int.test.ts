import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { ConfigError } from '@inlet/process/config';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { allowLongBody, discardLongBody } from '#long-body.ts';
import { listen } from '#server.ts';

const host = '127.0.0.1';

function hello(_request: IncomingMessage, response: ServerResponse): void {
  response.end('hello');
}

/** Responds after it has read the body, as the services do. */
function helloToWhole(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.resume().on('end', () => response.end('hello'));
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket));
    socket.once('error', reject);
  });
}

describe('listen', () => {
  it('names the port that is in use', async () => {
    const { port, close } = await listen(hello, { host, port: 0 });
    const second = listen(hello, { host, port });
    await expect(second).rejects.toThrow(new ConfigError(`Port ${port} is already in use by another process`));
    await expect(second).rejects.toBeInstanceOf(ConfigError);
    await close();
  });

  it('answers on IPv4 and on IPv6 where the address is ::', async () => {
    const { port, close } = await listen(hello, { host: '::', port: 0 });
    const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ family }) => family === 'IPv6'));
    for (const name of ['127.0.0.1', ...(hasIpv6 ? ['[::1]'] : [])]) {
      expect(await (await fetch(`http://${name}:${port}`)).text()).toBe('hello');
    }
    await close();
  });

  it('refuses more than 16 KiB of headers with 431', async () => {
    const { port, close } = await listen(hello, { host, port: 0 });
    const asked = (length: number) => fetch(`http://${host}:${port}`, { headers: { 'x-long': 'x'.repeat(length) } });
    expect((await asked(15_000)).status).toBe(200);
    expect((await asked(17_000)).status).toBe(431);
    await close();
  });
});

describe('a request that two servers may read differently', () => {
  async function send(head: string): Promise<string> {
    const { port, close } = await listen(hello, { host, port: 0 });
    const socket = await connected(port);
    socket.end(head);
    const answer = await text(socket);
    await close();
    return answer;
  }

  it.each([
    ['has two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
    ['has one host twice', 'GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nHOST: a\r\n\r\n'],
    ['has no host', 'GET / HTTP/1.1\r\nX: 1\r\n\r\n'],
    ['has no version', 'GET /\r\n\r\n'],
    ['has a version to come', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
  ])('is refused with 400 when it %s', async (_what, head) => {
    const answer = await send(head);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('hello');
  });

  it.each(['GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'GET / HTTP/1.0\r\n\r\n'])(
    'is not %j',
    async (head) => {
      expect(await send(head)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
});

describe('a slow client', () => {
  const timeouts = { headersTimeoutMs: 150, requestTimeoutMs: 300, keepAliveTimeoutMs: 5_000, checkingIntervalMs: 20 };

  /** Sends this part of a request, and returns everything that the server sends until it closes the connection. */
  async function sendPart(part: string): Promise<string> {
    const { port, close } = await listen(helloToWhole, { host, port: 0, timeouts });
    const socket = await connected(port);
    socket.write(part);
    const answer = await text(socket);
    await close();
    return answer;
  }

  it('is turned away with 408 when its headers do not come', async () => {
    expect(await sendPart('POST / HTTP/1.1\r\nHost: x\r\nX-Slow:')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is turned away with 408 when its body does not come', async () => {
    const answer = await sendPart('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('has longer for a body that may be long', async () => {
    const allowed = Promise.withResolvers<void>();
    const server = await listen(
      (incoming, response) => {
        if (incoming.url === '/long') allowLongBody(incoming);
        allowed.resolve();
        helloToWhole(incoming, response);
      },
      { host, port: 0, timeouts },
    );
    const [socket, other] = [await connected(server.port), await connected(server.port)];
    socket.write('POST /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 8\r\n\r\nhalf');
    await allowed.promise;
    // Its headers get the same time as others.
    other.write('POST / HTTP/1.1\r\nHost: x\r\nX-Slow:');
    expect(await text(other)).toMatch(/^HTTP\/1\.1 408 /);
    // Other bodies get no more time either: this one starts later and ends earlier.
    const third = await connected(server.port);
    third.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\nhalf');
    expect(await text(third)).toMatch(/^HTTP\/1\.1 408 /);
    socket.end('half');
    expect(await text(socket)).toContain('hello');
    await server.close();
  });

  it('reads the refusal of a long body while it is still sending, and then has a little time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await listen(
      (incoming, response) => {
        allowLongBody(incoming);
        incoming.once('data', () => {
          incoming.pause();
          response.writeHead(413).end('too large');
          discardLongBody(incoming);
        });
      },
      { host, port: 0 },
    );
    const sent = async (bytes: number) => {
      const socket = await connected(server.port);
      const closed = new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
      let drain = Promise.withResolvers<void>();
      socket.on('drain', () => drain.resolve());
      let answer = '';
      socket.setEncoding('latin1').on('data', (piece: string) => {
        answer += piece;
      });
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes + 1}\r\n\r\n`);
      for (let left = bytes; left > 0 && !socket.destroyed; left -= 100_000) {
        drain = Promise.withResolvers();
        if (!socket.write(Buffer.alloc(100_000))) await Promise.race([drain.promise, closed]);
      }
      return { socket, closed, answer: () => answer };
    };
    const { socket, answer } = await sent(1_000_000);
    socket.write('x');
    await expect.poll(answer).toContain('413');
    // The body was read to its end, so the connection stays open.
    vi.runAllTimers();
    expect(socket.destroyed).toBe(false);
    socket.destroy();
    const slow = await sent(1_000_000);
    await expect.poll(slow.answer).toContain('413');
    vi.runAllTimers();
    await slow.closed;
    await (await sent(100_000_000)).closed;
    await server.close();
  });

  it('is waited for when it is merely not the fastest', async () => {
    const { port, close } = await listen(helloToWhole, { host, port: 0 });
    const socket = await connected(port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 8\r\n\r\nhalf');
    await new Promise((resolve) => setImmediate(resolve));
    socket.end('half');
    expect(await text(socket)).toContain('hello');
    await close();
  });
});

describe('close', () => {
  it('lets a request under way finish, takes no further one, and then ends its kept connection', async () => {
    const arrived = Promise.withResolvers<ServerResponse>();
    const server = await listen((_request, response) => arrived.resolve(response), { host, port: 0 });
    const agent = new Agent({ keepAlive: true });
    const answered = Promise.withResolvers<IncomingMessage>();
    request({ agent, host, port: server.port }, answered.resolve).on('error', answered.reject).end();
    const response = await arrived.promise;

    const closed = server.close();
    await expect(connected(server.port)).rejects.toThrow('ECONNREFUSED');
    response.end('whole');

    expect(await text(await answered.promise)).toBe('whole');
    await closed;
    agent.destroy();
  });

  it('serves requests on kept connections while it hands over, and ends when no client is connected', async () => {
    const handoverMs = 60_000;
    const isClosing = { now: false };
    const handler = (_request: IncomingMessage, response: ServerResponse) => {
      if (isClosing.now) response.setHeader('connection', 'close');
      response.end('hello');
    };
    const server = await listen(handler, { host, port: 0, handoverMs });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const outgoing = request({ agent, host, port: server.port }).end();
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      return { isReused: outgoing.reusedSocket, body: await text(answer) };
    };
    await ask();

    isClosing.now = true;
    const closed = server.close();
    expect(await ask()).toEqual({ isReused: true, body: 'hello' });
    await closed;
    agent.destroy();
  });

  it('does not wait for ever for a request whose body does not come', async () => {
    const arrived = Promise.withResolvers<void>();
    const handler = (incoming: IncomingMessage, response: ServerResponse) => {
      arrived.resolve();
      helloToWhole(incoming, response);
    };
    const server = await listen(handler, { host, port: 0, finishMs: 100 });
    const socket = await connected(server.port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
    await arrived.promise;
    await server.close();
    expect(await text(socket)).toBe('');
  });

  it('does not wait for a connection that was opened in advance and never used', async () => {
    const server = await listen(hello, { host, port: 0 });
    const socket = await connected(server.port);
    // The response proves that the server has accepted the silent connection, which came first.
    await (await fetch(`http://${host}:${server.port}`)).text();
    await server.close();
    socket.destroy();
  });
});
