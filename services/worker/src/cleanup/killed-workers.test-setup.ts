import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { startServiceProcess } from '@inlet/testing/service-process';
import { expect, onTestFinished } from 'vitest';
import { openTestWorker } from '#worker.test-setup.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
/** More than a worker deletes before it is killed. */
const submissionsOfKill = 5_000;
const pieceMs = 40;

/** Kills workers in the middle of one run, one at a time, and holds what is left against what should be. */
export async function surviveKills(times: number): Promise<void> {
  const worker = await openTestWorker();
  onTestFinished(worker.close);
  const { pool, prisma } = worker.owner;
  const { id: userId } = await buildUser(prisma, { plan: 'pro' });
  const { id } = await buildForm(prisma, { userId });
  const old = times * submissionsOfKill;
  await pool.query(
    `insert into submissions (id, form_id, data, is_spam, created_at)
     select gen_random_uuid(), $1::uuid, '{}'::json, n % 10 = 0, now() - interval '40 days' + n * interval '1 millisecond'
     from generate_series(1, $2::int) as n
     union all select gen_random_uuid(), $1, '{}', false, now() from generate_series(1, 10)`,
    [id, old],
  );
  const insertTotal = 'insert into form_totals (form_id, submission_count, spam_count) values ($1, $2, $3)';
  await pool.query(insertTotal, [id, old * 0.9 + 10, old * 0.1]);
  await pool.query('update forms set retention_days = 30 where id = $1', [id]);
  const runOf = async () =>
    (await pool.query('select deleted_count::int as deleted, finished_at as "finishedAt" from retention_runs')).rows[0];

  for (let n = 0; n < times; n += 1) {
    const deleted = (await runOf())?.deleted ?? 0;
    const dying = await startServiceProcess({ program, env: worker.env });
    onTestFinished(async () => void (await dying.stop()));
    await waitUntil(async () => ((await runOf())?.deleted ?? 0) > deleted, { what: 'a piece', intervalMs: 5 });
    await pause(randomInt(pieceMs));
    process.kill(dying.pid, 'SIGKILL');
    await dying.exited;
    expect((await runOf()).finishedAt).toBeNull();
  }
  const last = await startServiceProcess({ program, env: worker.env });
  onTestFinished(async () => void (await last.stop()));
  await waitUntil(async () => (await runOf()).finishedAt !== null, { timeoutMs: 120_000, what: 'the run to end' });

  const { rows } = await pool.query(
    `select (select count(*)::int from submissions where form_id = $1) as rows, submission_count::int as inbox,
       spam_count::int as spam, (select count(*)::int from changes where up_to is not null) as lines
     from form_totals where form_id = $1`,
    [id],
  );
  expect([await runOf(), rows[0]]).toMatchObject([{ deleted: old }, { rows: 10, inbox: 10, spam: 0, lines: 1 }]);
}
