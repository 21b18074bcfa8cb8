import { randomUUID } from 'node:crypto';
import { changeDaysMax } from '@inlet/contracts/changes';
import { auditDaysMax, dailyCountDaysMax } from '@inlet/contracts/retention';
import { deliveryDaysMax } from '@inlet/contracts/targets';
import { type Database, openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { createLogger } from '@inlet/process/logger';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { countLate, keepOne } from '#cleanup/partitions.store.ts';

let testDatabase: TestDatabase;
let owner: Database;
/** A connection with a worker's rights. */
let worker: Database;
const logger = createLogger({ service: 'test', level: 'silent' });

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = openDatabase({ url: testDatabase.url, maxConnections: 2, applicationName: 'test' });
  worker = openDatabase({ url: testDatabase.workerUrl, maxConnections: 4, applicationName: 'worker' });
});
afterAll(async () => {
  await Promise.all([owner.close(), worker.close()]);
  await testDatabase.close();
});

interface Partition {
  readonly name: string;
  readonly endsOn: string;
}
async function partitionsOf(table: string): Promise<Partition[]> {
  const { rows } = await owner.pool.query<Partition>(
    `select name, ends_on::text as "endsOn" from partitions_of($1) order by ends_on`,
    [table],
  );
  return rows;
}

it('the database drops at the ages that the product names', async () => {
  const { rows } = await owner.pool.query<{ name: string; days: number }>(
    'select name, kept_days as days from partitioned_tables()',
  );
  expect(Object.fromEntries(rows.map(({ name, days }) => [name, days]))).toEqual({
    changes: changeDaysMax,
    delivery_attempts: deliveryDaysMax,
    audit_events: auditDaysMax,
    daily_refusal_counters: dailyCountDaysMax,
  });
});

it('each table has partitions two periods ahead, side by side, and none for the rest', async () => {
  expect(await countLate(worker.pool)).toBe(0);
  const { rows } = await owner.pool.query<{ count: number }>(
    'select count(*)::int as count from pg_partitioned_table where partdefid <> 0',
  );
  expect(rows).toEqual([{ count: 0 }]);
});

it('makes those that are missing, with the same columns, keys and storage', async () => {
  const last = (await partitionsOf('changes')).at(-1);
  await owner.pool.query(`drop table ${last?.name ?? ''}`);
  expect(await countLate(worker.pool)).toBe(1);
  expect([await keepOne(worker.pool), await keepOne(worker.pool)]).toEqual([last?.name, null]);
  const { rows } = await owner.pool.query<{ keys: number; options: string[] }>(
    `select (select count(*)::int from pg_index where indrelid = $1::regclass) as keys, reloptions as options
     from pg_class where oid = $1::regclass`,
    [last?.name],
  );
  expect(rows).toEqual([{ keys: 2, options: ['toast_tuple_target=8160'] }]);
  const { id } = await buildUser(owner.prisma);
  await worker.pool.query(
    `insert into changes select $1, 1, 'created', array[$1::uuid], array[$1::uuid], $2::date - interval '1 hour'`,
    [id, last?.endsOn],
  );
  expect(await owner.prisma.change.count({ where: { userId: id } })).toBe(1);
});

it('drops a partition whose last row is too old, and no other', async () => {
  const ends = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const at = (day: string) => `'${day}T00:00:00Z'`;
  const add = async (from: string, to: string) => {
    const name = `changes_to_${to.replaceAll('-', '')}`;
    await owner.pool.query(`create table ${name} partition of changes for values from (${at(from)}) to (${at(to)})`);
    return name;
  };
  const [first] = await partitionsOf('changes');
  // The first partition would overlap the new ones; one day it is dropped anyway.
  await owner.pool.query(`drop table ${first?.name ?? ''}`);
  const [old, young] = [
    await add(ends(changeDaysMax + 40), ends(changeDaysMax + 1)),
    await add(ends(changeDaysMax + 1), ends(changeDaysMax - 20)),
  ];
  expect(await countLate(worker.pool)).toBe(1);
  for (let n = 0; n < 2; n += 1) {
    const work = startBackgroundWork({ row: backgroundWork.partitions }, { pool: worker.pool, logger });
    onTestFinished(work.close);
  }
  await waitUntil(async () => (await countLate(worker.pool)) === 0, { what: 'the old partition to go' });
  const names = (await partitionsOf('changes')).map(({ name }) => name);
  expect([names.includes(old), names.includes(young)]).toEqual([false, true]);
});

it('a worker cannot create or drop other tables', async () => {
  await expect(worker.pool.query(`create table "x_${randomUUID()}" ()`)).rejects.toThrow('permission denied');
  const [part] = await partitionsOf('audit_events');
  await expect(worker.pool.query(`drop table ${part?.name ?? ''}`)).rejects.toThrow('must be owner');
});

it('account may not ask for it', async () => {
  const account = openDatabase({ url: testDatabase.accountUrl, maxConnections: 1, applicationName: 'account' });
  onTestFinished(account.close);
  await expect(account.pool.query('select keep_partitions()')).rejects.toThrow('permission denied');
});
