import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '@inlet/local-servers/free-port';
import { expect, it, onTestFinished } from 'vitest';
import { readLocalConfig } from '#config/config.ts';
import { checkPorts } from '#stack/ports.ts';

async function occupy(host: string): Promise<number> {
  const port = await freePort();
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return port;
}

it.each(['127.0.0.1', '0.0.0.0'])(
  'names a port that somebody listens on at %s, and the variable that moves it',
  async (host) => {
    const port = await occupy(host);
    const { ports } = readLocalConfig({ INGEST_PORT: String(port) });
    await expect(checkPorts(ports, ['ingest'])).rejects.toThrow(
      `Port ${port} is in use by another program: set INGEST_PORT to a free one.`,
    );
  },
);

it('names all of them in one sentence', async () => {
  const [first, second] = [await occupy('127.0.0.1'), await occupy('127.0.0.1')];
  const { ports } = readLocalConfig({ PORT: '9000', INGEST_PORT: `${first}`, ACCOUNT_PORT: `${second}` });
  await expect(checkPorts(ports, ['ingest', 'account'])).rejects.toThrow(
    `${first} (INGEST_PORT), ${second} (ACCOUNT_PORT) are in use`,
  );
});

it('says nothing about ports that are free', async () => {
  const { ports } = readLocalConfig({ INGEST_PORT: String(await freePort()) });
  await expect(checkPorts(ports, ['ingest'])).resolves.toBeUndefined();
});
