import { join } from 'node:path';
import { describeDatabase, describeFunctions } from '@inlet/db/describe-database.test-setup';
import { migrate, readMigrations } from '@inlet/db/migrate';
import { projectRoot } from '@inlet/local/config';
import { runNode } from '@inlet/local/run-program';
import { startProcess } from '@inlet/local-servers/start-process';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { openConnection, runSql } from '@inlet/testing/sql';
import { testServiceUrls } from '@inlet/testing/test-database';
import { expect, it } from 'vitest';
import { keepPostgres } from '#house/stores.test-setup.ts';

/** What compose and the Job run, and what upgrading.md says to run again. */
const program = join(projectRoot, 'services/account/src/migrate.ts');
const held = '0024_partitions';
const names = (await readMigrations()).map(({ name }) => name);

const describeAll = async (url: string) => [...(await describeDatabase(url)), ...(await describeFunctions(url))];

function environmentOf(url: string) {
  const { account, worker } = testServiceUrls(url);
  return { DATABASE_URL: url, ACCOUNT_DATABASE_URL: account, WORKER_DATABASE_URL: worker, LOG_LEVEL: 'silent' };
}

/** The program in the middle of a migration, where it waits for a table that somebody reads. */
async function startHeld(url: string, hold: string) {
  await migrate(url, new Set(names.slice(0, names.indexOf(held))));
  const reader = await openConnection(url);
  await reader.query(hold);
  const env = environmentOf(url);
  const isHeld = async () => {
    const [row] = await runSql<{ waits: boolean; done: number }>(
      url,
      `select applied_steps_count as done, exists (select from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock') as waits from _prisma_migrations where migration_name = '${held}'`,
    );
    return row !== undefined && row.done > 0 && row.waits;
  };
  const migrating = startProcess({ name: 'migrate', program: process.execPath, args: [program], env, ready: isHeld });
  await migrating.ready;
  const goOn = async () => {
    await reader.query('rollback').catch(() => undefined);
    return await runNode([program], { env });
  };
  return { migrating, goOn };
}

const holds = {
  'a change of a table': 'begin; select from delivery_attempts',
  // It waits for the end of every transaction that might still see the table without the index.
  'an index that is built concurrently': `begin isolation level repeatable read;
    insert into changes values (gen_random_uuid(), 1, 'created', '{}', '{}', now())`,
};

it.each(Object.entries(holds))(
  'a migration whose process was killed in %s goes on by the same command',
  async (...[, hold]) => {
    const url = await createEmptyDatabase();
    const { migrating, goOn } = await startHeld(url, hold);
    process.kill(migrating.pid, 'SIGKILL');
    await migrating.exited;
    await expect(runSql(url, `select from _prisma_migrations where finished_at is null`)).resolves.toHaveLength(1);
    expect(await goOn()).toMatchObject({ code: 0 });
    await expectClean(url);
  },
);

it('a migration whose database was killed goes on by the same command', async () => {
  const postgres = await keepPostgres({ dir: await createDisposableFolder() });
  const { migrating, goOn } = await startHeld(postgres.url, holds['a change of a table']);
  await postgres.kill();
  expect(await migrating.exited).toBe('exit code 1');
  await postgres.revive();
  expect(await goOn()).toMatchObject({ code: 0 });
  await expectClean(postgres.url);
});

async function expectClean(url: string): Promise<void> {
  const clean = await createEmptyDatabase();
  await migrate(clean);
  expect(await describeAll(url)).toEqual(await describeAll(clean));
  expect(await migrate(url)).toEqual([]);
}
