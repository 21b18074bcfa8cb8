import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, freePorts } from '#free-port.ts';

it('gives a port that can be listened on', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

it('returns the requested number of different ports', async () => {
  expect(new Set(await freePorts(50)).size).toBe(50);
});

it('gives no port that an outgoing connection can take', async () => {
  const [lowest = ''] = (await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')).split('\t');
  expect(Math.max(...(await freePorts(50)))).toBeLessThan(Number(lowest));
});
