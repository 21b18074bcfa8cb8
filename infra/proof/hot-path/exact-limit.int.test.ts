import type { Form } from '@inlet/db/client';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { expect, it } from 'vitest';
import { addForm, countsOf, hotPath, reservedOf, untilDrained } from '#house/house.test-setup.ts';
import { type Answer, openSender } from '#house/visitors.test-setup.ts';

const testTimeoutMs = 90_000;
const drainedWithinMs = 20_000;
const allowed = 1_000;
const sentence = 'Monthly submission limit reached (1000). Upgrade your plan or wait until next month.';

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
  const house = await startFleets(1, { services: hotPath });
  const ingests = [house.urls.ingest, await house.startApart('ingest', {})];
  const send = openSender(200);
  const expectFull = async (form: Form) => {
    expect(await countsOf(house, form)).toEqual({ rows: allowed, total: allowed, days: allowed, usage: allowed });
    expect(await reservedOf(house, form)).toBe(allowed);
  };
  const sendMany = (endpointId: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => send(ingests[n % 2] ?? '', endpointId, { n })));

  const form = await addForm(house);
  const answers = await sendMany(form.endpointId, 3_000);
  expect(tally(answers)).toEqual({ 200: allowed, [`429 ${sentence}`]: 2_000 });
  await untilDrained(house, drainedWithinMs);
  await expectFull(form);
  expect(new Set(answers.flatMap(({ body }) => body.submissionId ?? [])).size).toBe(allowed);

  // What waits in Redis goes with it when it is emptied, so everything is stored before.
  const other = await addForm(house);
  expect(tally(await sendMany(other.endpointId, 600))).toEqual({ 200: 600 });
  await untilDrained(house, drainedWithinMs);
  await house.redis.flushall();
  expect(tally(await sendMany(other.endpointId, 900))).toEqual({ 200: 400, [`429 ${sentence}`]: 500 });
  await untilDrained(house, drainedWithinMs);
  await expectFull(other);
});
