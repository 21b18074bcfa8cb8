import { readFileSync } from 'node:fs';
import { meanInterval, median } from '@inlet/bench/measure/median';
import { cpuSecondsOf, type ProcessGroups } from '@inlet/bench/measure/process-tree';
import { whenSchema } from '@inlet/contracts/routing/conditions';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { compileConditions } from '@inlet/rules/compile-conditions';
import { parseData } from '@inlet/submissions/parse-data';
import { expect, it } from 'vitest';
import { addForm, hotPath, untilDrained } from '#house/house.test-setup.ts';
import { withoutLimits } from '#house/open-house.test-setup.ts';
import { openSender } from '#house/visitors.test-setup.ts';

const pairs = 12;
const perRound = 10_000;
/** Judged at a time: the worker judges a submission right after it is parsed. */
const perPiece = 20;
const connections = 32;
const costMax = 0.03;

/** Ten kinds of conditions, each twice, and a value that meets each. */
const kinds = [
  [{ op: 'is', value: 'Sales' }, 'sales'],
  [{ op: 'is not', value: 'Support' }, 'A text of a visitor, with some words in it'],
  [{ op: 'contains', value: 'words' }, 'A text of a visitor, with some words in it'],
  [{ op: 'starts with', value: 'grüße' }, 'Grüße aus Köln'],
  [{ op: 'matches', value: '[A-Z]{2}[0-9]{4}' }, 'AB1234'],
  [{ op: 'is empty' }, ''],
  [{ op: 'is not empty' }, 'x'],
  [{ op: 'greater', value: 9 }, '10'],
  [{ op: 'less', value: '2026-02-01' }, '2026-01-31'],
  [{ op: 'contains', value: '@example.com' }, 'ada@example.com'],
] as const;
const twice = [...kinds, ...kinds].map(([condition, value], index) => ({ condition, value, field: `field${index}` }));
const fields = Object.fromEntries(twice.map(({ field, value }) => [field, value]));
const when = { all: twice.map(({ field, condition }) => ({ field, ...condition })) };

const json = JSON.stringify(fields);

it('twenty conditions cost at most three percent of storing a submission', { timeout: 900_000 }, async () => {
  const house = await startFleets(1, { services: hotPath, environment: withoutLimits });
  const { ingest, worker } = house.fleets;
  const services = { ingest: ingest.pids(), worker: worker.pids() };
  const groups = { ...services, ...(await storesOf(house)) };
  const form = await addForm(house, { plan: 'pro' });
  const send = openSender(connections);

  /** Processor seconds for a round, whose submissions are all stored: of both services, and with Redis and PostgreSQL. */
  async function store(): Promise<{ readonly byServices: number; readonly byAll: number }> {
    const before = cpuSecondsOf(groups);
    let left = perRound;
    const visitor = async () => {
      for (; left > 0; ) {
        left -= 1;
        expect((await send(house.urls.ingest, form.endpointId, fields)).status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: connections }, visitor));
    await untilDrained(house);
    const after = cpuSecondsOf(groups);
    const spent = (names: object) =>
      Object.keys(names).reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0);
    return { byServices: spent(services), byAll: spent(groups) };
  }

  const judge = compileConditions(whenSchema.parse(when));

  /** Processor seconds of this process for what conditions add: the worker parses each submission for its event anyway. */
  function judgeAll(): number {
    let microseconds = 0;
    for (let count = 0; count < perRound; count += perPiece) {
      const submissions = Array.from({ length: perPiece }, () => parseData(json));
      const before = process.cpuUsage();
      for (const submission of submissions) {
        if (judge(submission, []) !== null) throw new Error('The submission meets the conditions');
      }
      const { user, system } = process.cpuUsage(before);
      microseconds += user + system;
    }
    return microseconds / 1_000_000;
  }

  const costs: number[] = [];
  const ofAll: number[] = [];
  // The compiler finishes during the first pair, which does not count.
  for (let pair = 0; pair <= pairs; pair += 1) {
    const judged = judgeAll();
    const { byServices, byAll } = await store();
    if (pair === 0) continue;
    costs.push(judged / byServices);
    ofAll.push(judged / byAll);
  }
  const { low, high } = meanInterval(costs);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `20 conditions: ${percent(median(costs))} of storing (95 %: ${percent(low)} to ${percent(high)}, ${pairs} pairs), ${percent(median(ofAll))} with Redis and PostgreSQL`,
  );
  expect(low).toBeLessThanOrEqual(costMax);
});

/** Redis and PostgreSQL are started for tests on this machine. */
async function storesOf({ redis, database }: Pick<Fleets, 'redis' | 'database'>): Promise<ProcessGroups> {
  const id = /^process_id:(\d+)/m.exec(await redis.info('server'))?.[1];
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8');
  const server = stat.slice(stat.lastIndexOf(')')).split(' ')[2];
  return { redis: [Number(id)], postgres: [Number(server)] };
}
