import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it } from 'vitest';
import { openWebsite, storedOf } from '#client/website.test-setup.ts';
import { addForm } from '#house/house.test-setup.ts';
import { withoutLimits } from '#house/open-house.test-setup.ts';
import { openBreakableHouse } from '#house/stores.test-setup.ts';

const count = 1_000;
const kills = 20;
const visitors = 4;

interface Told {
  readonly n: number;
  readonly state: 'sent' | 'queued' | 'refused';
  readonly submissionId?: string;
}

/** Visitors who send one submission after the other, and what each was told. */
const submitAll = (endpoint: string) => `
  window.told = [];
  let next = 0;
  async function visit() {
    while (next < ${count}) {
      const n = next++;
      told.push({ n, ...(await inlet.submit('${endpoint}', { n })) });
    }
  }
  window.visits = Promise.all(Array.from({ length: ${visitors} }, visit));
  undefined`;

it('1,000 submissions of a browser are stored once while ingest and Redis are killed 20 times', {
  timeout: 1_800_000,
}, async () => {
  const house = await openBreakableHouse({}, withoutLimits);
  const form = await addForm(house);
  const website = await openWebsite();
  const page = await website.open();
  await page.evaluate(submitAll(`${house.urls.ingest}/f/${form.endpointId}`));
  const toldCount = () => page.evaluate<number>('told.length');
  for (let kill = 0; kill < kills; kill += 1) {
    await waitUntil(async () => (await toldCount()) >= (kill * count) / (kills + 1), {
      ...{ timeoutMs: 300_000, intervalMs: 20 },
      what: 'more submissions',
    });
    if (kill % 2 === 0) await house.fleets.ingest.kill();
    else {
      await house.stores.redis.kill();
      await house.stores.redis.revive();
    }
  }
  expect(await toldCount()).toBeLessThan(count);
  await page.evaluate('visits');
  const told = await page.evaluate<Told[]>('told');
  // What was saved leaves the browser.
  await website.untilSent(page);
  const stored = await storedOf(house, form, count);

  const states = Object.groupBy(told, ({ state }) => state);
  console.log(`Told: ${states.sent?.length ?? 0} sent, ${states.queued?.length ?? 0} saved`);
  expect(states.refused ?? []).toEqual([]);
  // Nothing is lost and nothing doubled.
  expect(stored.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
  // Each visitor who was told that it is stored got the id under which it is.
  const idOf = new Map(stored.map(({ n, id }) => [n, id]));
  for (const { n, submissionId } of states.sent ?? []) expect([n, submissionId]).toEqual([n, idOf.get(n)]);
});
