import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it, onTestFinished } from 'vitest';
import { openTestWorker } from '#worker.test-setup.ts';

const script = join(import.meta.dirname, 'retention.ts');
/** A command that hangs must not outlive its test. */
const endedWithinMs = 120_000;

/** Runs the command until it exits. */
function run(
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env, timeout: endedWithinMs }, (error, output, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output, errors });
    });
  });
}

it('lists forms with days and what is too old, deletes nothing on a dry run, and else all of it', async () => {
  const worker = await openTestWorker();
  onTestFinished(worker.close);
  const { DATABASE_URL, REDIS_URL, REDIS_PREFIX } = worker.deps.config;
  const env = { DATABASE_URL, REDIS_URL, REDIS_PREFIX, LOG_LEVEL: 'fatal' };
  const { prisma, pool } = worker.owner;
  const stored = async () => (await pool.query('select count(*)::int as count from submissions')).rows[0].count;
  expect((await run(env, '--dry-run')).output).toBe('No form deletes its submissions after a number of days\n');

  const forms = [];
  for (const [name, plan] of [
    ['Contact', 'pro'],
    ['Order', 'starter'],
  ] as const) {
    const form = await buildForm(prisma, { userId: (await buildUser(prisma, { plan })).id, name });
    await prisma.form.update({ where: { id: form.id }, data: { retentionDays: 90 } });
    await pool.query(
      `insert into submissions (id, form_id, data, created_at)
       select gen_random_uuid(), $1, '{}', now() - interval '91 days' from generate_series(1, 1200)`,
      [form.id],
    );
    forms.push(form);
  }
  const [contact, order] = forms;
  const listed = [
    `${'form'.padEnd(36)}  days  to delete  name`,
    `${contact?.id}    90       1200  Contact`,
    `${order?.id}    90          0  Order (its plan does not include it: 1200 stay)`,
    '1200 submissions of 2 forms are too old',
  ];
  const trial = await run(env, '--dry-run');
  expect([trial.code, trial.output.trim().split('\n').toSorted()]).toEqual([0, listed.toSorted()]);
  expect(await stored()).toBe(2_400);

  const real = await run(env);
  expect([real.code, real.output.trim().split('\n').at(-1)]).toEqual([0, '1200 submissions deleted']);
  expect(await stored()).toBe(1_200);

  const wrong = await run(env, '--dryrun');
  expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('Usage: retention [--dry-run]')]);
  expect(await stored()).toBe(1_200);
});
