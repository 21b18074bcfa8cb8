import { listen } from '@inlet/http/server';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { createProgress } from '@inlet/queue/progress';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createWorkerApp } from '#app.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

let worker: TestWorker;
let base: string;
let nowMs = 0;
const progress = createProgress({ timeoutMs: 180_000, now: () => nowMs });

beforeAll(async () => {
  worker = await openTestWorker();
  const lanes = worker.deps.lanes.map((lane) => ({ ...lane, progress }));
  const server = await listen(createWorkerApp({ ...worker.deps, lanes }), { host: '127.0.0.1', port: 0 });
  worker.deps.lifecycle.onClose('flush', 'http server', server.close);
  base = `http://127.0.0.1:${server.port}`;
});
afterAll(() => worker.close());

/** Each process has its own metrics. */
const anotherProcess = () => ({ ...worker.deps, metrics: createMetrics('worker') });

const ask = async (path: string) => {
  const response = await fetch(base + path);
  return { status: response.status, text: await response.text() };
};

it('is ready while PostgreSQL and Redis answer', async () => {
  const ready = await ask('/readyz');
  expect(ready.status).toBe(200);
  expect(JSON.parse(ready.text)).toEqual({ status: 'ready', away: [] });
});

it('lives, but is not ready, until erasures are repeated', async () => {
  let isPrepared = false;
  const app = createWorkerApp(anotherProcess(), () => isPrepared);
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503]);
  isPrepared = true;
  await waitUntil(async () => (await statusOf('/readyz')) === 200, { what: 'the worker to be ready' });
});

it('serves probes and nothing else', async () => {
  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/metrics')).text).toContain('service="worker"');
  expect((await ask('/api/v1/forms')).status).toBe(404);
});

it('reports that it cannot work while jobs wait and none moves, and that it can again when one does', async () => {
  progress.look(5);
  nowMs = 180_000;
  expect((await ask('/livez')).status).toBe(200);
  nowMs = 240_000;
  const stuck = await ask('/livez');
  expect(stuck.status).toBe(503);
  expect(JSON.parse(stuck.text)).toEqual({
    status: 'stuck',
    reason: 'no job has moved for 240 seconds while some wait',
  });
  expect((await ask('/readyz')).status).toBe(200);
  progress.note(0);
  expect((await ask('/livez')).status).toBe(200);
});
