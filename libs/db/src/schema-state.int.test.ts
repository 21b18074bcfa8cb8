import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { runSql } from '@inlet/testing/sql';
import { createTestDatabase } from '@inlet/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { readMigrations } from '#migrate.ts';
import { missingMigrations } from '#schema-state.ts';

async function namesOfAll(): Promise<string[]> {
  return (await readMigrations()).map(({ name }) => name);
}

async function openMigrated(): Promise<string> {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  return url;
}

it('misses every migration in an empty database, and none in one that is migrated', async () => {
  expect(await missingMigrations(await createEmptyDatabase())).toEqual(await namesOfAll());
  expect(await missingMigrations(await openMigrated())).toEqual([]);
});

it('misses a migration that is under way or was rolled back', async () => {
  const url = await openMigrated();
  const [first, second] = await namesOfAll();
  await runSql(url, `update _prisma_migrations set finished_at = null where migration_name = '${first}'`);
  await runSql(url, `update _prisma_migrations set rolled_back_at = now() where migration_name = '${second}'`);
  expect(await missingMigrations(url)).toEqual([first, second]);
});

it('misses nothing in a database that is a release ahead', async () => {
  const url = await openMigrated();
  await runSql(
    url,
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('next', '', '9999_next', now())`,
  );
  expect(await missingMigrations(url)).toEqual([]);
});
