import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { openConnection, runSql } from '@inlet/testing/sql';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { applyMigration, type Migration } from '#apply-migration.ts';
import { describeDatabase, describeFunctions } from '#describe-database.test-setup.ts';
import { extensions, migrate, readMigrations } from '#migrate.ts';
import { readApplied } from '#read-applied.ts';

const describeAll = async (url: string) => [...(await describeDatabase(url)), ...(await describeFunctions(url))];

/** Breaks the connection after so many messages: before the last one is sent, or while its result is on the way. */
function breakAfter(client: pg.Client, messages: number): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy: () => void } } }).connection;
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  let left = messages;
  client.on('error', () => undefined);
  client.query = ((...args: unknown[]) => {
    left -= 1;
    if (left === 0 && messages % 2 === 0) stream.destroy();
    const result = query(...args);
    if (left === 0) setImmediate(() => stream.destroy());
    return result;
  }) as typeof client.query;
}

/** One try over a connection that breaks; false if it has broken. */
async function tryMigration(url: string, migration: Migration, messages: number): Promise<boolean> {
  const client = await openConnection(url);
  const { pid } = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0] ?? { pid: 0 };
  if ((await readApplied(client)).finished.includes(migration.name)) return true;
  breakAfter(client, messages);
  try {
    await applyMigration(client, migration);
    return true;
  } catch {
    // A migration begins when no other holds its lock, which the server frees with the session.
    await runSql(url, `select pg_terminate_backend(pid, 10000) from pg_stat_activity where pid = ${pid}`);
    return false;
  }
}

it('ends with the same schema, however often its connection breaks', async () => {
  const url = await createEmptyDatabase();
  await runSql(url, extensions.map((name) => `create extension ${name}`).join('; '));
  let tries = 0;
  const migrations = await readMigrations();
  const triesMax = 20 * migrations.length;
  for (const migration of migrations) {
    do tries += 1;
    while (!(await tryMigration(url, migration, 4 + (tries % 13))) && tries < triesMax);
  }
  expect(tries).toBeGreaterThan(2 * migrations.length);
  expect(tries).toBeLessThan(triesMax);
  const clean = await createEmptyDatabase();
  await migrate(clean);
  expect(await describeAll(url)).toEqual(await describeAll(clean));
  expect(await migrate(url)).toEqual([]);
});

it('leaves alone what an earlier build began, because nobody knows how far it came', async () => {
  const url = await createEmptyDatabase();
  const names = (await readMigrations()).map(({ name }) => name);
  await migrate(url, new Set(names.slice(0, -1)));
  const begun = 'insert into _prisma_migrations (id, checksum, migration_name) values';
  await runSql(url, `${begun} ('an earlier build', '', '${names.at(-1)}')`);
  await expect(migrate(url)).rejects.toThrow('docs/runbooks/upgrading.md');
  await runSql(url, 'update _prisma_migrations set rolled_back_at = now() where finished_at is null');
  expect(await migrate(url)).toEqual(names.slice(-1));
});
