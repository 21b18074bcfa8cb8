import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDisposableFolder } from '#disposable-folder.ts';
import { dockerAnswers } from '#docker-engine.ts';

async function listen(where: string | number, answer: RequestListener) {
  const server = createServer(answer);
  if (typeof where === 'string') server.listen(where);
  else server.listen(where, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server.address() as AddressInfo;
}
const pong: RequestListener = (request, response) => response.writeHead(request.url === '/_ping' ? 200 : 404).end();

describe('dockerAnswers', () => {
  it('asks the engine behind a socket', async () => {
    const socket = join(await createDisposableFolder(), 'docker.sock');
    await listen(socket, pong);
    expect(await dockerAnswers(`unix://${socket}`)).toBe(true);
  });

  it('asks the engine behind a TCP address', async () => {
    const { port } = await listen(0, pong);
    expect(await dockerAnswers(`tcp://127.0.0.1:${port}`)).toBe(true);
  });

  it('counts an engine that fails, hangs or is absent as none', async () => {
    const failing = await listen(0, (_, response) => response.writeHead(500).end());
    const hanging = await listen(0, () => {});
    const hosts = [`tcp://127.0.0.1:${failing.port}`, `tcp://127.0.0.1:${hanging.port}`, 'unix:///nowhere.sock'];
    expect(await Promise.all(hosts.map(dockerAnswers))).toEqual([false, false, false]);
  });

  it('does not stumble over an address that it cannot read', async () => {
    expect(await dockerAnswers('ssh://somewhere')).toBe(false);
    expect(await dockerAnswers('not an address')).toBe(false);
  });
});
