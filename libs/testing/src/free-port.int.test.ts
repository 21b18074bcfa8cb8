import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, freePorts } from '#free-port.ts';

it('gives a port that can be listened on', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

it('gives as many different ports as are asked for', async () => {
  expect(new Set(await freePorts(50)).size).toBe(50);
});
