import { setTimeout as pause } from 'node:timers/promises';
import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { usedOf } from '@inlet/testing/counters';
import { expect, it } from 'vitest';
import { addForm, countsOf, directOf, openApi, postJson, untilDrained, untilSettled } from '#house/house.test-setup.ts';
import { openBreakableHouse } from '#house/stores.test-setup.ts';

const most = 100;
const visitors = 500;
const retryMs = 100;
const longestMs = 60_000;

/** A product with three processes of ingest, and stores that the test may kill. */
async function openHouse() {
  const house = await openBreakableHouse();
  const ingests = [house.urls.ingest, await house.startApart('ingest', {}), await house.startApart('ingest', {})];

  async function limit(form: Form, maxSubmissions: number | null) {
    const call = await openApi(house, form.userId);
    expect((await call(`PATCH /api/v1/forms/${form.id}`, { maxSubmissions })).status).toBe(200);
  }
  /** One attempt of a visitor; 0 if the connection broke. */
  async function attempt(form: Form, n: number): Promise<number> {
    const headers = { 'idempotency-key': `visitor ${n}` };
    const address = `${ingests[n % ingests.length]}/f/${form.endpointId}`;
    return postJson(address, { n }, headers).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
  }
  /** Everybody sends at once, and again after a 503 or a broken connection. */
  async function race(form: Form, note: (status: number) => void = () => undefined) {
    const endMs = Date.now() + longestMs;
    const statuses = await Promise.all(
      Array.from({ length: visitors }, async (_, n) => {
        for (;;) {
          const status = await attempt(form, n);
          note(status);
          if ((status !== 0 && status !== 503) || Date.now() > endMs) return status;
          await pause(retryMs);
        }
      }),
    );
    const sums: Record<number, number> = {};
    for (const status of statuses) sums[status] = (sums[status] ?? 0) + 1;
    return sums;
  }
  async function expectFull(form: Form, count = most) {
    await untilDrained(house);
    await untilSettled(house);
    const { rows, days } = await countsOf(house, form);
    expect([rows, days, await directOf(house, form)]).toEqual([count, count, 0]);
    const { maxSubmissionsVersion: version } = await house.database.prisma.form.findUniqueOrThrow({
      where: { id: form.id },
    });
    const { submissions } = await usedOf(house.redis, house.keys, { formId: form.id, version });
    expect(submissions).toBe(count);
  }
  return { ...house, limit, attempt, race, expectFull };
}

it('100 of 500 racing visitors are taken, over three processes, and the others read that the form is closed', async () => {
  const house = await openHouse();
  const form = await addForm(house);
  await house.limit(form, most);
  expect(await house.race(form)).toEqual({ 200: most, 403: visitors - most });
  await house.expectFull(form);
  // A repeat of a visitor that was taken is acknowledged again.
  const again = await house.race(form);
  expect(again).toEqual({ 200: most, 403: visitors - most });
  await house.expectFull(form);
  await house.limit(form, most + 7);
  await pause(retryMs);
  expect(await house.race(form)).toEqual({ 200: most + 7, 403: visitors - most - 7 });
  await house.expectFull(form, most + 7);
});

it('exactly as many are taken though Redis is killed in between, and none directly while it is away', {
  timeout: 240_000,
}, async () => {
  const house = await openHouse();
  const form = await addForm(house);
  const other = await addForm(house);
  await house.limit(form, most);
  let taken = 0;
  const racing = house.race(form, (status) => {
    if (status === 200) taken += 1;
  });
  await waitUntil(() => taken > 0, { what: 'the first visitors to be taken', intervalMs: 1 });
  await house.stores.redis.kill();
  await waitUntil(async () => (await house.attempt(other, 1)) === 200, { what: 'the direct path' });
  const away = await Promise.all(Array.from({ length: 30 }, (_, n) => house.attempt(form, visitors + n)));
  expect(away.filter((status) => status === 200)).toEqual([]);
  await house.stores.redis.revive();
  expect(await racing).toEqual({ 200: most, 403: visitors - most });
  await house.expectFull(form);
});

it('exactly as many are taken after Redis lost all its data', { timeout: 240_000 }, async () => {
  const house = await openHouse();
  const form = await addForm(house);
  const before = 40;
  for (let n = 0; n < before; n += 1) expect(await house.attempt(form, visitors + n)).toBe(200);
  await untilDrained(house);
  await house.limit(form, most);
  await house.redis.flushall();
  expect(await house.race(form)).toEqual({ 200: most - before, 403: visitors - most + before });
  await house.expectFull(form);
});
