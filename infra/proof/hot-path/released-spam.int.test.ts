import { spentOf } from '@inlet/testing/give-balance';
import { expect, it } from 'vitest';
import { openSender, startHotPath } from '#hot-path/hot-path.test-setup.ts';

const testTimeoutMs = 90_000;
const drainedWithinMs = 20_000;
const allowed = 1_000;
const ofList = 20;

it('never puts more into the inbox than the plan allows, while spam is released and submissions come in', {
  timeout: testTimeoutMs,
}, async () => {
  const { ingestUrls, accountUrl, database, redis, keys, addForm, addKey, untilDrained } = await startHotPath(2);
  const form = await addForm();
  const { prisma, pool } = database;
  const key = await addKey(form.userId);

  const send = openSender(100);
  const sendMany = (count: number, fields: object) =>
    Promise.all(Array.from({ length: count }, (_, n) => send(ingestUrls[n % 2] ?? '', form.endpointId, fields)));
  async function mark(ids: readonly string[], isSpam: boolean): Promise<number> {
    const answer = await fetch(`${accountUrl}/api/v1/forms/${form.id}/submissions/mark`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ ids, isSpam }),
    });
    expect([200, 429]).toContain(answer.status);
    return answer.status;
  }

  await sendMany(800, { n: 1 });
  await sendMany(200, { n: 1, _gotcha: 'filled in' });
  await untilDrained(drainedWithinMs);
  const spam = await prisma.submission.findMany({ where: { formId: form.id, isSpam: true }, select: { id: true } });
  const ids = spam.map(({ id }) => id);
  expect(ids).toHaveLength(200);

  // Twice as much as fits, from both sides at once.
  const lists = Array.from({ length: 10 }, (_, n) => ids.slice(n * ofList, (n + 1) * ofList));
  const [answers, sent] = await Promise.all([
    Promise.all(lists.map((list) => mark(list, false))),
    sendMany(200, { n: 2 }),
  ]);
  await untilDrained(drainedWithinMs);
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
  const month = new Date().toISOString().slice(0, 7);
  expect((await spentOf(redis, keys, { userId: form.userId, month })).submissions).toBe(allowed);
});
