import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@inlet/local-servers/free-port';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it, onTestFinished } from 'vitest';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

const script = join(import.meta.dirname, 'replay.ts');
/** A command that hangs must not outlive its test. */
const endedWithinMs = 120_000;

/** Runs the command until it exits. */
function runReplay(env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...env, LOG_LEVEL: 'fatal' }, timeout: endedWithinMs };
    execFile(process.execPath, [script], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
    });
  });
}

async function open(): Promise<{ worker: TestWorker; env: Record<string, string> }> {
  const worker = await openTestWorker();
  onTestFinished(worker.close);
  const { DATABASE_URL, REDIS_URL, REDIS_PREFIX } = worker.deps.config;
  return { worker, env: { DATABASE_URL, REDIS_URL, REDIS_PREFIX } };
}

async function setOneAside({ owner: database }: TestWorker): Promise<void> {
  const form = await buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });
  const submission = buildAcceptedSubmission({ formId: form.id });
  await database.pool.query('insert into dead_submissions (id, form_id, payload, reason) values ($1, $2, $3, $4)', [
    submission.id,
    form.id,
    Buffer.from(JSON.stringify(submission)),
    'refused',
  ]);
}

it('queues set-aside submissions, prints their number, and exits', async () => {
  const { worker, env } = await open();
  await setOneAside(worker);
  expect(await runReplay(env)).toEqual({ code: 0, output: '1 submissions sent through the queue again\n' });
  const redis = openRedis({
    role: 'client',
    url: worker.deps.config.REDIS_URL,
    name: 'test',
    logger: worker.deps.logger,
  });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, 60_000);
  expect(await redis.llen(`${worker.keys.queues}:submissions:wait`)).toBe(1);
  expect(await runReplay(env)).toEqual({ code: 0, output: '0 submissions sent through the queue again\n' });
});

it('ends with a failure, and keeps what was set aside, while Redis is away', async () => {
  const { worker, env } = await open();
  await setOneAside(worker);
  const { code } = await runReplay({ ...env, REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  expect(code).toBe(1);
  const { rows } = await worker.deps.pool.query('select from dead_submissions');
  expect(rows).toHaveLength(1);
});
