import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '#config.ts';
import { listen } from '#http-server.ts';

const host = '127.0.0.1';

function hello(_request: IncomingMessage, response: ServerResponse): void {
  response.end('hello');
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

  it('refuses more than 16 KiB of headers with 431', async () => {
    const { port, close } = await listen(hello, { host, port: 0 });
    const asked = (length: number) => fetch(`http://${host}:${port}`, { headers: { 'x-long': 'x'.repeat(length) } });
    expect((await asked(15_000)).status).toBe(200);
    expect((await asked(17_000)).status).toBe(431);
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
  }, 5_000);

  it('does not wait for a connection that was opened in advance and never used', async () => {
    const server = await listen(hello, { host, port: 0 });
    const socket = await connected(server.port);
    // Its answer proves that the server has taken up the silent connection, which came first.
    await (await fetch(`http://${host}:${server.port}`)).text();
    await server.close();
    socket.destroy();
  }, 5_000);
});
