import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mostConnections } from '#open-connections.ts';
import { type HttpServer, type ListenOptions, listen } from '#server.ts';

const host = '127.0.0.1';
/** Larger than the buffers of both sides. */
const longText = 'x'.repeat(16_000_000);

function handle(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const text = request.url === '/long' ? longText : 'hello';
  response.writeHead(200, ['content-length', String(text.length)]);
  response.end(text, 'latin1');
}

function post(body: string, headers: Readonly<Record<string, string>> = {}, url = '/'): string {
  const all = { Host: 'inlet.example', 'Content-Length': String(body.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${url} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('a server', () => {
  async function started(options: Partial<ListenOptions>): Promise<HttpServer> {
    const server = await listen(handle, { host, port: 0, ...options });
    onTestFinished(server.close);
    return server;
  }

  async function connected({ port }: HttpServer) {
    const socket = connect({ host, port, noDelay: true });
    let text = '';
    socket.setEncoding('latin1').on('data', (piece) => {
      text += piece;
    });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await once(socket, 'connect');
    onTestFinished(() => void socket.destroy());
    return { socket, closed, text: () => text };
  }

  /** Sends the text repeatedly until the connection is closed. */
  function repeat(socket: Socket, text: string): void {
    const timer = setInterval(() => socket.write(text), 5);
    socket.once('close', () => clearInterval(timer));
  }

  describe('line breaks before a request', () => {
    const timeouts = { headersTimeoutMs: 150, keepAliveTimeoutMs: 100, checkingIntervalMs: 20 };

    it.each(['\r\n', '\n', '\r\n\r\n\r\n'])('keep no new connection open: %j', async (breaks) => {
      const { socket, closed, text } = await connected(await started({ timeouts }));
      repeat(socket, breaks);
      await closed;
      expect(text()).toMatch(/^HTTP\/1\.1 408 /);
    });

    it('keep no connection open that has had its answer', async () => {
      const { socket, closed, text } = await connected(await started({ timeouts }));
      socket.write(post('a=1'));
      await once(socket, 'data');
      repeat(socket, '\r\n');
      await closed;
      expect(statusesOf(text()).filter((status) => status !== 408)).toEqual([200]);
    });

    it('end no connection that goes on with requests', async () => {
      const { socket, text } = await connected(await started({ timeouts: { ...timeouts, checkingIntervalMs: 5 } }));
      for (let sent = 1; sent <= 40; sent += 1) {
        socket.write(`\r\n${post('a=1')}\r\n`);
        while (statusesOf(text()).length < sent) await once(socket, 'data');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(statusesOf(text())).toEqual(Array(40).fill(200));
      expect(socket.destroyed).toBe(false);
    });
  });

  it('a response that the client does not read ends with its connection', async () => {
    const { socket, closed } = await connected(await started({ timeouts: { quietTimeoutMs: 200 } }));
    socket.pause();
    socket.write(post('a=1', {}, '/long').repeat(4));
    // A socket only notices that the other side closed when it writes or reads.
    const pulse = setInterval(() => socket.write('\r\n'), 50);
    await closed;
    clearInterval(pulse);
  });

  it('a response that is read slowly comes whole', async () => {
    const { socket, text } = await connected(await started({ timeouts: { quietTimeoutMs: 2_000 } }));
    socket.write(post('a=1', {}, '/long'));
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    await expect.poll(() => text().length, { timeout: 120_000 }).toBeGreaterThan(longText.length);
  });

  it('more connections than the process takes are closed at once, and others go on', async () => {
    const server = await started({ maxConnections: 2 });
    const first = [await connected(server), await connected(server)];
    for (const { socket } of first) {
      socket.write(post('a=1'));
      await once(socket, 'data');
    }
    const third = await connected(server);
    await third.closed;
    expect(third.text()).toBe('');
    const [one, other] = first;
    other?.socket.write(post('a=1'));
    await once(other?.socket as Socket, 'data');
    one?.socket.destroy();
    const fourth = async () => {
      const { socket, closed, text } = await connected(server);
      socket.write(post('a=1', { Connection: 'close' }));
      await closed;
      return text();
    };
    await expect.poll(fourth).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('the connections that a process takes', () => {
  const limits = (files: string) => `Limit  Soft  Hard  Units\nMax open files            ${files}    files\n`;

  it.each([
    [limits('1024                 1024'), 819],
    [limits('1048576              1048576'), 8_000],
    [limits('unlimited            unlimited'), 8_000],
    ['', 8_000],
  ])('are fewer than the files that it may open', (text, count) => {
    expect(mostConnections(text)).toBe(count);
  });

  it('are counted by the limits of this very process', () => {
    expect(mostConnections()).toBeGreaterThan(0);
  });
});
