import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { expect, it } from 'vitest';
import { addForm, addKey, callerOf, hotPath, reservedOf, untilDrained } from '#house/house.test-setup.ts';
import { openSender } from '#house/visitors.test-setup.ts';

const testTimeoutMs = 90_000;
const drainedWithinMs = 20_000;
const allowed = 1_000;
const ofList = 20;

it('never puts more into the inbox than the plan allows, while spam is released and submissions come in', {
  timeout: testTimeoutMs,
}, async () => {
  const house = await startFleets(1, { services: hotPath });
  const { urls, database } = house;
  const ingests = [urls.ingest, await house.startApart('ingest', {})];
  const form = await addForm(house);
  const { prisma, pool } = database;
  const call = callerOf(urls.account, await addKey(house, form.userId));

  const send = openSender(100);
  const sendMany = (count: number, fields: object) =>
    Promise.all(Array.from({ length: count }, (_, n) => send(ingests[n % 2] ?? '', form.endpointId, fields)));
  async function mark(ids: readonly string[], isSpam: boolean): Promise<number> {
    const { status } = await call(`POST /api/v1/forms/${form.id}/submissions/mark`, { ids, isSpam });
    expect([200, 429]).toContain(status);
    return status;
  }

  await sendMany(800, { n: 1 });
  await sendMany(200, { n: 1, _gotcha: 'filled in' });
  await untilDrained(house, drainedWithinMs);
  const spam = await prisma.submission.findMany({ where: { formId: form.id, isSpam: true }, select: { id: true } });
  const ids = spam.map(({ id }) => id);
  expect(ids).toHaveLength(200);

  // Twice as much as fits, from both sides at once.
  const lists = Array.from({ length: 10 }, (_, n) => ids.slice(n * ofList, (n + 1) * ofList));
  const [answers, sent] = await Promise.all([
    Promise.all(lists.map((list) => mark(list, false))),
    sendMany(200, { n: 2 }),
  ]);
  await untilDrained(house, drainedWithinMs);
  const released = answers.filter((status) => status === 200).length * ofList;
  const accepted = sent.filter(({ status }) => status === 200).length;
  expect(accepted + released).toBe(200);
  // The month is full; what was in the inbox before still comes back.
  const [last] = await prisma.submission.findMany({ where: { formId: form.id, isSpam: false }, take: 1 });
  expect([await mark([last?.id ?? ''], true), await mark([last?.id ?? ''], false)]).toEqual([200, 200]);

  const { rows } = await pool.query(
    `select (select count(*) from submissions where form_id = $1 and not is_spam) as inbox, submission_count as total,
       (select submission_count from monthly_usage where user_id = $2) as usage
     from form_totals where form_id = $1`,
    [form.id, form.userId],
  );
  expect(rows).toEqual([{ inbox: allowed, total: allowed, usage: allowed }]);
  expect(await reservedOf(house, form)).toBe(allowed);
});
