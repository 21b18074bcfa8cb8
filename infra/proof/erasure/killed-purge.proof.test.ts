import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { jobs } from '@inlet/queue/jobs';
import { queuedStates } from '@inlet/queue/queued-jobs';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { Queue } from 'bullmq';
import { expect, it, onTestFinished } from 'vitest';
import { withoutBilling } from '#house/open-house.test-setup.ts';

const kills = 10;
/** More accounts than a process deletes, or deletes the submissions of, before it is killed. */
const accounts = 2_000;
const submissionsOfForm = 100;
const pieceMs = 20;
const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);
const environment = { ...withoutBilling, IDLE_ACCOUNTS: 'delete' };

it('idle accounts are purged once each, although account and worker are killed ten times in it', {
  timeout: 600_000,
}, async () => {
  const stores = await startFleets(1, { services: [] });
  const { database, redis, keys } = stores;
  const { pool, prisma } = database;
  const count = async (of: string) =>
    Number((await pool.query<{ count: string }>(`select count(*) from ${of}`)).rows[0]?.count);
  const idle: string[] = [];
  for (let n = 0; n < accounts; n += 1) {
    const { id: userId, email } = await buildUser(prisma, {
      subscriptionStatus: 'inactive',
      stripeSubscriptionId: null,
      createdAt: ago(900),
      lastActiveOn: ago(500),
      idleWarnedAt: ago(40),
      idleRemindedAt: ago(10),
    });
    idle.push(email);
    const { id: formId } = await buildForm(prisma, { userId });
    await pool.query(
      `insert into submissions (id, form_id, data, created_at)
       select gen_random_uuid(), $1, '{}', now() - interval '500 days' from generate_series(1, $2::int)`,
      [formId, submissionsOfForm],
    );
    const total = { formId, submissionCount: submissionsOfForm, lastSubmissionAt: ago(500) };
    await prisma.formTotal.create({ data: total });
  }
  const remaining = { account: "users where plan <> 'system'", worker: 'submissions' } as const;
  for (const service of ['account', 'worker'] as const) {
    const left = () => count(remaining[service]);
    const { fleets } = await startFleets(1, { ...stores, services: [service], environment });
    for (let n = 0; n < kills; n += 1) {
      const before = await left();
      await fleets[service].kill();
      const what = `${service} to be at work`;
      await waitUntil(async () => (await left()) < before, { what, intervalMs: 5, timeoutMs: 30_000 });
      await pause(randomInt(pieceMs));
    }
    expect(await left()).toBeGreaterThan(0);
    await fleets[service].kill();
    await waitUntil(async () => (await left()) === 0, { what: `${service} to finish`, timeoutMs: 180_000 });
  }
  await waitUntil(async () => (await count('form_deletions')) === 0, { what: 'the forms to be gone' });
  expect([await count('forms'), await count('form_totals')]).toEqual([0, 0]);
  await waitUntil(async () => (await count('pending_mails')) === 0, { what: 'the mails to be queued' });
  const queue = new Queue(jobs['send-mail'].queue, { connection: redis, prefix: keys.queues });
  onTestFinished(() => queue.close());
  const told = (await queue.getJobs([...queuedStates])).map(({ data }) => (data as { to: string }).to);
  expect(told.toSorted()).toEqual(idle.toSorted());
});
