import { expect, it } from 'vitest';
import { type Answer, openSender, startHotPath } from '#hot-path/hot-path.test-setup.ts';

const testTimeoutMs = 90_000;
const drainedWithinMs = 20_000;
const allowed = 1_000;
const sentence = 'Monthly submission limit reached (1000). Upgrade your plan or wait until next month.';
const all = (count: number) => ({ rows: count, total: count, days: count, usage: count, redis: count });

function tally(answers: readonly Answer[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 429 ? `429 ${body.error}` : String(status);
    sums[name] = (sums[name] ?? 0) + 1;
  }
  return sums;
}

it('stores exactly as many as the plan allows, from two processes at once, also after Redis lost its counts', {
  timeout: testTimeoutMs,
}, async () => {
  const { ingestUrls, addForm, countsOf, untilDrained, redis } = await startHotPath(2);
  const send = openSender(200);
  const sendMany = (endpointId: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => send(ingestUrls[n % 2] ?? '', endpointId, { n })));

  const form = await addForm();
  const answers = await sendMany(form.endpointId, 3_000);
  expect(tally(answers)).toEqual({ 200: allowed, [`429 ${sentence}`]: 2_000 });
  await untilDrained(drainedWithinMs);
  expect(await countsOf(form)).toEqual(all(allowed));
  expect(new Set(answers.flatMap(({ body }) => body.submissionId ?? [])).size).toBe(allowed);

  // What waits in Redis goes with it when it is emptied, so everything is stored before.
  const other = await addForm();
  expect(tally(await sendMany(other.endpointId, 600))).toEqual({ 200: 600 });
  await untilDrained(drainedWithinMs);
  await redis.flushall();
  expect(tally(await sendMany(other.endpointId, 900))).toEqual({ 200: 400, [`429 ${sentence}`]: 500 });
  await untilDrained(drainedWithinMs);
  expect(await countsOf(other)).toEqual(all(allowed));
});
