import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/testing/wait-until';
import { expect, it } from 'vitest';
import { type HotPath, openSender, startHotPath } from '#hot-path/hot-path.test-setup.ts';

const testTimeoutMs = 120_000;
/** A dead worker's batch is taken over ten to fifteen seconds after its death. */
const takenOverWithinMs = 40_000;

/** The server's side of the worker's statements that wait for a lock. */
async function backendsInBatch({ database }: HotPath): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'worker' and wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

const storedIds = async ({ database }: HotPath, { id }: Form) =>
  (await database.prisma.submission.findMany({ where: { formId: id }, select: { id: true } })).map((row) => row.id);

it('stores each submission once whose worker was killed in the middle of its statement', {
  timeout: testTimeoutMs,
}, async () => {
  const hotPath = await startHotPath(1);
  const form = await hotPath.addForm();
  const send = openSender(100);
  const [url = ''] = hotPath.ingestUrls;

  const acknowledged = await hotPath.database.prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`lock table form_totals in exclusive mode`;
      const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => send(url, form.endpointId, { n })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const backends = await waitUntil(
        async () => {
          const found = await backendsInBatch(hotPath);
          return found.length === 2 && found;
        },
        { what: 'two statements to be under way' },
      );
      process.kill(hotPath.pidOf('worker'), 'SIGKILL');
      // One statement dies with its worker. The other one goes on without it, and commits what nobody will hear of.
      await hotPath.database.pool.query('select pg_terminate_backend($1)', [backends[0]]);
      return answers.map(({ body }) => body.submissionId ?? '');
    },
    { timeout: 30_000 },
  );
  // A statement may have the batches of several jobs.
  expect(await hotPath.redis.llen(`${hotPath.keys.queues}:submissions:active`)).toBeGreaterThanOrEqual(2);

  await hotPath.untilDrained(takenOverWithinMs);
  expect((await storedIds(hotPath, form)).toSorted()).toEqual(acknowledged.toSorted());
  expect(await hotPath.countsOf(form)).toEqual({ rows: 400, total: 400, days: 400, usage: 400, redis: 400 });
});

it('stores each submission once that ingest acknowledged before it was killed under full load', {
  timeout: testTimeoutMs,
}, async () => {
  const hotPath = await startHotPath(1);
  const form = await hotPath.addForm('pro');
  const send = openSender(64);
  const [url = ''] = hotPath.ingestUrls;
  const acknowledged: string[] = [];
  const attempted = { count: 0 };
  let isOver = false;
  const senders = Array.from({ length: 64 }, async () => {
    while (!isOver) {
      attempted.count += 1;
      try {
        const { status, body } = await send(url, form.endpointId, { attempt: attempted.count });
        if (status === 200 && body.submissionId) acknowledged.push(body.submissionId);
      } catch {
        // Nobody answered, so nothing was promised; a process that is not there is asked again in a moment.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  });
  for (let kill = 0; kill < 3; kill += 1) {
    const goal = acknowledged.length + 500;
    await waitUntil(() => acknowledged.length >= goal, { timeoutMs: 20_000, intervalMs: 1, what: 'a full load' });
    process.kill(hotPath.pidOf('ingest-0'), 'SIGKILL');
  }
  const goal = acknowledged.length + 500;
  await waitUntil(() => acknowledged.length >= goal, { timeoutMs: 20_000, intervalMs: 1, what: 'a full load' });
  isOver = true;
  await Promise.all(senders);

  await hotPath.untilDrained(takenOverWithinMs);
  const stored = new Set(await storedIds(hotPath, form));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  const { rows, total, days, usage, redis } = await hotPath.countsOf(form);
  expect({ total, days, usage, redis }).toEqual({ total: rows, days: rows, usage: rows, redis: rows });
  expect(rows).toBeLessThanOrEqual(attempted.count);
  const { rows: twice } = await hotPath.database.pool.query(
    `select data->>'attempt' from submissions where form_id = $1 group by 1 having count(*) > 1`,
    [form.id],
  );
  expect(twice).toEqual([]);
});
