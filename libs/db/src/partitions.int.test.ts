import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { openConnection, runSql } from '@inlet/testing/sql';
import { expect, it } from 'vitest';
import { migrate, readMigrations } from '#migrate.ts';

const tables = ['audit_events', 'changes', 'daily_refusal_counters', 'delivery_attempts'];
const user = '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e';

/** A database of the previous release, with rows in the tables that will be partitioned. */
async function openOlder(): Promise<string> {
  const url = await createEmptyDatabase();
  const names = (await readMigrations()).map(({ name }) => name).filter((name) => name < '0024');
  await migrate(url, new Set(names));
  const client = await openConnection(url);
  await client.query(`
    insert into users (id, email, password_hash) values ('${user}', 'a@example.com', '');
    insert into forms (id, user_id, name, endpoint_id, allowed_origins) values ('${user}', '${user}', 'a', 'a', '{}');
    insert into audit_events (id, user_id, action, actor, created_at)
      select gen_random_uuid(), '${user}', 'x', 'session', now() - make_interval(days => n) from generate_series(0, 399) n;
    insert into changes select '${user}', n, 'created', array['${user}'::uuid], array['${user}'::uuid], now() - make_interval(hours => n)
      from generate_series(1, 2000) n;
    insert into daily_refusal_counters select '${user}', current_date - n, 'other', 1 from generate_series(0, 99) n;
    insert into delivery_attempts (id, target_id, event_id, type, number, state, duration_ms, started_at)
      select ('0195' || substr(md5(n::text), 5))::uuid, '${user}', '${user}', 'x', 1, 'failed', 1, now() from generate_series(1, 300) n;
    grant select, insert on changes to pg_monitor
  `);
  await client.end();
  return url;
}

it('the tables of an older release become the first partitions, with their rows, keys and rights', async () => {
  const url = await openOlder();
  const count = `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`;
  const before = await runSql(url, count);
  const indexes = `select tablename, count(*)::int as count from pg_indexes where tablename = any ('{${tables}}') group by 1 order by 1`;
  const indexesBefore = await runSql(url, indexes);
  await migrate(url);

  expect(await runSql(url, count)).toEqual(before);
  expect(await runSql(url, indexes)).toEqual(indexesBefore);
  // The index of a partitioned table is valid once every partition has one.
  expect(await runSql(url, 'select indexrelid::regclass::text from pg_index where not indisvalid')).toEqual([]);
  const grants = await runSql(
    url,
    `select privilege_type as right from information_schema.role_table_grants
     where table_name = 'changes' and grantee = 'pg_monitor' order by 1`,
  );
  expect(grants).toEqual([{ right: 'INSERT' }, { right: 'SELECT' }]);
  expect(await runSql(url, 'select * from late_partitions()')).toEqual([]);

  const client = await openConnection(url);
  // The previous release writes this row.
  await client.query(
    `insert into delivery_attempts (id, target_id, event_id, type, number, state, duration_ms, started_at)
     select ('0195' || substr(md5('1'), 5))::uuid, '${user}', '${user}', 'x', 1, 'failed', 1, now() on conflict (id) do nothing`,
  );
  await client.query(
    `insert into daily_refusal_counters values ('${user}', current_date, 'other', 2)
     on conflict (form_id, day, reason) do update set refusal_count = excluded.refusal_count`,
  );
  expect(await runSql(url, count)).toEqual(before);
  // Foreign keys cascade this deletion.
  await client.query(`delete from users where id = '${user}'`);
  await client.end();
  expect(await runSql(url, count)).toMatchObject([{ audit_events: 0, daily_refusal_counters: 0, changes: 2_000 }]);
});
