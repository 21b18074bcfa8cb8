import { meanInterval, median } from '@inlet/bench/measure/median';
import { cpuSecondsOf } from '@inlet/bench/measure/process-tree';
import { startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { expect, it } from 'vitest';
import { addForm, hotPath, openApi, untilDrained } from '#house/house.test-setup.ts';
import { withoutLimits } from '#house/open-house.test-setup.ts';
import { openSender } from '#house/visitors.test-setup.ts';

const pairs = 12;
const perRound = 10_000;
const connections = 32;
const ratioMax = 1.03;

/** Ten kinds of rules, each twice, and a value that keeps each. */
const kinds = [
  [{ type: 'text', minLength: 2, maxLength: 500 }, 'A text of a visitor, with some words in it'],
  [{ type: 'email', required: true }, 'ada@example.com'],
  [{ type: 'url' }, 'https://www.example.com/contact?from=here'],
  [{ type: 'tel' }, '+49 30 1234567'],
  [{ type: 'number', min: 0, max: 1_000 }, '42'],
  [{ type: 'date', min: '2020-01-01' }, '2026-01-31'],
  [{ type: 'choice', options: ['small', 'medium', 'large'] }, 'medium'],
  [{ type: 'consent', required: true }, 'on'],
  [{ type: 'text', pattern: '[A-Z]{2}[0-9]{4}' }, 'AB1234'],
  [{ type: 'hidden', maxLength: 100 }, 'newsletter'],
] as const;
const twice = [...kinds, ...kinds].map(([rule, value], index) => ({ rule, value, name: `field${index}` }));
const fields = Object.fromEntries(twice.map(({ name, value }) => [name, value]));
const rules = {
  mode: 'enforce',
  fields: twice.map(({ rule, name }) => ({ ...rule, name, label: `The ${name}` })),
};

it('twenty rules cost at most three percent of accepting a submission', { timeout: 900_000 }, async () => {
  const house = await startFleets(1, { services: hotPath, environment: withoutLimits });
  const { ingest, worker } = house.fleets;
  const groups = { ingest: ingest.pids(), worker: worker.pids() };
  const bare = await addForm(house, { plan: 'pro' });
  const ruled = await addForm(house, { userId: bare.userId });
  const api = await openApi(house, ruled.userId);
  expect((await api(`PUT /api/v1/forms/${ruled.id}/rules`, rules)).status).toBe(200);
  const send = openSender(connections);
  const isRefusing = async () => (await send(house.urls.ingest, ruled.endpointId, { a: 1 })).status === 422;
  await waitUntil(isRefusing, { what: 'the rules to arrive' });

  /** Processor seconds of both services for a round, whose submissions are all stored. */
  async function round(endpointId: string): Promise<number> {
    const before = cpuSecondsOf(groups);
    let left = perRound;
    const visitor = async () => {
      for (; left > 0; ) {
        left -= 1;
        expect((await send(house.urls.ingest, endpointId, fields)).status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: connections }, visitor));
    await untilDrained(house);
    const after = cpuSecondsOf(groups);
    return Object.keys(groups).reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0);
  }

  const ratios: number[] = [];
  // The compiler finishes during the first pair, which does not count.
  for (let pair = 0; pair <= pairs; pair += 1) {
    const seconds = { bare: 0, ruled: 0 };
    const order = pair % 2 === 0 ? (['bare', 'ruled'] as const) : (['ruled', 'bare'] as const);
    for (const side of order) seconds[side] = await round((side === 'bare' ? bare : ruled).endpointId);
    if (pair > 0) ratios.push(seconds.ruled / seconds.bare);
  }
  const { low, high } = meanInterval(ratios);
  console.log(
    `20 rules: ${median(ratios).toFixed(3)} × (95 %: ${low.toFixed(3)} to ${high.toFixed(3)}, ${pairs} pairs)`,
  );
  expect(low).toBeLessThanOrEqual(ratioMax);
});
