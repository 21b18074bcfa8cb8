import { setTimeout as pause } from 'node:timers/promises';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { expect, it, onTestFinished } from 'vitest';
import { createLedger } from '#faults/ledger.ts';
import { addForm, drain } from '#faults/load.test-setup.ts';
import { sendSteadily } from '#faults/steady-load.ts';
import { type Stores, startStores } from '#faults/stores.test-setup.ts';

const perSecond = 60;
const outageSeconds = 60;
const p99MaxMs = 250;
const limit = 1_000;
const testTimeoutMs = 600_000;

/** What happens to Redis, and how it ends. */
const outages: Record<string, (house: Fleets & { stores: Stores }) => Promise<() => Promise<unknown>>> = {
  hung: async ({ stores }) => {
    process.kill(stores.redis.pid(), 'SIGSTOP');
    return async () => process.kill(stores.redis.pid(), 'SIGCONT');
  },
  away: async ({ stores }) => {
    await stores.redis.kill();
    return stores.redis.revive;
  },
  demoted: async ({ redis }) => {
    await redis.replicaof('127.0.0.1', 1);
    return () => redis.replicaof('NO', 'ONE');
  },
  'killed three times': async ({ stores }) => {
    for (let kill = 0; kill < 3; kill += 1) {
      await stores.redis.kill();
      await stores.redis.revive();
      await pause(8_000);
    }
    return async () => undefined;
  },
};

const services = ['account', 'worker', 'ingest'] as const;

it.each(Object.entries(outages))(
  'nobody notices that Redis is %s',
  { timeout: testTimeoutMs },
  async (name, happen) => {
    const stores = await startStores();
    const house = await startFleets(1, { databaseUrl: stores.postgres.url, redisUrl: stores.redis.url, services });
    const form = await addForm(house, 'system');
    const url = `${house.urls.ingest}/f/${form.endpointId}`;
    const ledger = createLedger();
    const whole = sendSteadily([url], { perSecond, seconds: outageSeconds + 10, ledger });
    await pause(5_000);
    const end = await happen({ ...house, stores });
    await pause(outageSeconds * 1_000 - (name.startsWith('killed') ? 25_000 : 0));
    await end();
    const load = await whole;
    expect(await drain(house)).toEqual({});
    const verdict = await ledger.judge(house.database.pool, form.id);
    const { rows } = await house.database.pool.query('select sum(cardinality(ids))::int as direct from direct_batches');
    console.log(JSON.stringify({ name, ...load, ...verdict, ...rows[0] }));
    expect(verdict).toMatchObject({ lost: 0, duplicated: 0, unexpected: 0, recovered: 0 });
    expect(load.refused).toEqual({});
    expect(load.p99Ms).toBeLessThan(p99MaxMs);
  },
);

it('an account that reaches its limit meanwhile stores at most as many, and exactly as many at the end', {
  timeout: testTimeoutMs,
}, async () => {
  const stores = await startStores();
  const house = await startFleets(1, { databaseUrl: stores.postgres.url, redisUrl: stores.redis.url, services });
  const form = await addForm(house, 'starter');
  const url = `${house.urls.ingest}/f/${form.endpointId}`;
  const ledger = createLedger();
  const send = (seconds: number) => sendSteadily([url], { perSecond, seconds, ledger });
  const stored = async () => {
    await drain(house);
    const text = 'select count(*)::int as rows from submissions where form_id = $1';
    return (await house.database.pool.query(text, [form.id])).rows[0].rows;
  };
  const before = await send(5);
  process.kill(stores.redis.pid(), 'SIGSTOP');
  onTestFinished(() => void process.kill(stores.redis.pid(), 'SIGCONT'));
  const meanwhile = await send(20);
  process.kill(stores.redis.pid(), 'SIGCONT');
  await pause(5_000);
  const during = await stored();
  const after = await send(15);
  const end = await stored();
  console.log(JSON.stringify({ name: 'limit', before, meanwhile, during, after, end }));
  expect(during).toBeLessThan(limit);
  expect(end).toBe(limit);
  expect(Object.keys(meanwhile.refused)).toEqual(['503']);
  expect(Object.keys(after.refused)).toEqual(['429']);
  const verdict = await ledger.judge(house.database.pool, form.id);
  expect(verdict).toMatchObject({ lost: 0, duplicated: 0, unexpected: 0 });
});
