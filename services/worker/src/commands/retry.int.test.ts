import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@inlet/local-servers/free-port';
import { startRedisSentinel } from '@inlet/local-servers/redis-sentinel';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { redisKeys } from '@inlet/redis/keys';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { Queue, Worker } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { consume } from '#consume.ts';
import { openTestWorker } from '#worker.test-setup.ts';

const script = join(import.meta.dirname, 'retry.ts');
/** A command that waits for ever must not outlive its test. */
const endedWithinMs = 120_000;

function runRetry(env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...env, LOG_LEVEL: 'fatal' }, timeout: endedWithinMs };
    execFile(process.execPath, [script], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
    });
  });
}

it('sends a batch again that no worker could read, and fails while Redis is away', async () => {
  const worker = await openTestWorker();
  onTestFinished(worker.close);
  const queue = new Queue('submissions', { connection: worker.deps.redis, prefix: worker.keys.queues });
  onTestFinished(() => queue.close());
  consume(worker.deps);
  await queue.add('store-submissions', { rows: 'none' }, { jobId: 'unreadable' });
  await waitUntil(async () => (await queue.getFailedCount()) === 1, { what: 'the batch to fail' });

  const { DATABASE_URL, REDIS_URL, REDIS_PREFIX } = worker.deps.config;
  const env = { DATABASE_URL, REDIS_URL, REDIS_PREFIX };
  const before = (await queue.getJob('unreadable'))?.finishedOn ?? 0;
  expect(await runRetry(env)).toEqual({ code: 0, output: '1 batches sent through the queue again\n' });
  const isDoneAgain = async () => ((await queue.getJob('unreadable'))?.finishedOn ?? 0) > before;
  await waitUntil(isDoneAgain, { what: 'a further attempt' });
  expect((await runRetry({ ...env, REDIS_URL: `redis://127.0.0.1:${await freePort()}` })).code).toBe(1);
});

it('finds the Redis behind a Sentinel', async () => {
  const folder = await createDisposableFolder();
  const server = await closeWithTest(startRedisServer({ dir: join(folder, 'redis'), persistent: false }), ({ stop }) =>
    stop(),
  );
  const watching = startRedisSentinel({
    dir: join(folder, 'sentinel'),
    name: 'main',
    primaryPort: server.port,
    downAfterMs: 60_000,
  });
  const sentinel = await closeWithTest(watching, ({ stop }) => stop());
  const at = { connection: { url: server.url }, prefix: redisKeys('watched').queues };
  const queue = new Queue('submissions', at);
  onTestFinished(() => queue.close());
  const failing = new Worker('submissions', () => Promise.reject(new Error('no')), at);
  await queue.add('store-submissions', {}, { jobId: 'batch-1' });
  await waitUntil(async () => (await queue.getFailedCount()) === 1, { what: 'the batch to fail' });
  await failing.close();

  const settings = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', REDIS_PREFIX: 'watched' };
  const env = { ...settings, REDIS_URL: sentinel.url };
  expect(await runRetry(env)).toEqual({ code: 0, output: '1 batches sent through the queue again\n' });
  expect(await queue.getJobState('batch-1')).toBe('waiting');
});
