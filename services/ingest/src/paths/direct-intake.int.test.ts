import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@inlet/local-servers/free-port';
import { createMetrics } from '@inlet/observe/metrics';
import { packBatch } from '@inlet/submissions/batch';
import { expect, it, onTestFinished } from 'vitest';
import { openDirectIntakes } from '#paths/direct-intake.ts';

const quota = { userId: 'user', month: '2026-11', wanted: { submissions: 1, bytes: 10 } };
const requests = [{ ...quota, limits: { submissions: 10, bytes: 100 } }];

it('a batch reaches a worker that begins to listen a moment later, and breaks the first connection', async () => {
  const port = await freePort();
  const config = { WORKER_URL: `http://127.0.0.1:${port}`, INTERNAL_TOKEN: ['token'] as const };
  const intake = openDirectIntakes({ config, metrics: createMetrics('test') }).ofLane(0);
  let comes = 0;
  const worker = createServer((request, response) => {
    comes += 1;
    if (comes === 1) request.destroy();
    else response.setHeader('content-type', 'application/json').end('{"isStored":true,"room":[1,10]}');
  });
  const stored = intake.admit({ id: 'the id', requests, claims: [], batch: packBatch([]) });
  await pause(100);
  worker.listen(port, '127.0.0.1');
  onTestFinished(() => {
    worker.close();
    worker.closeAllConnections();
  });
  expect((await stored).capacities[0]?.fits).toEqual(quota.wanted);
  expect(comes).toBe(2);
});

it('the worker learns the lane of what it stores and flushes, and of lane 0 what the previous release said', async () => {
  const bodies: string[] = [];
  const worker = createServer(async (request, response) => {
    bodies.push(await text(request));
    const answer = { isStored: true, room: [1, 10], isFlushed: true, uncounted: [] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => worker.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    worker.close();
    worker.closeAllConnections();
  });
  const WORKER_URL = `http://127.0.0.1:${(worker.address() as AddressInfo).port}`;
  const config = { WORKER_URL, INTERNAL_TOKEN: ['token'] as const };
  const directs = openDirectIntakes({ config, metrics: createMetrics('test') });
  for (const lane of [0, 2]) {
    const intake = directs.ofLane(lane);
    await intake.admit({ id: 'the id', requests, claims: [], batch: packBatch([]) });
    await intake.flush();
  }
  const lanes = bodies.map((body) => (body === '' ? '' : JSON.parse(body).lane));
  expect(lanes).toEqual([undefined, '', 2, 2]);
});
