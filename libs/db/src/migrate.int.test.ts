import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { openConnection, runSql } from '@inlet/testing/sql';
import { createTestDatabase } from '@inlet/testing/test-database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeDatabase } from '#describe-database.test-setup.ts';
import { migrate, migrationLock, readMigrations } from '#migrate.ts';
import { withoutFilters, withSchemaEngine } from '#schema-engine.test-setup.ts';

const packageDir = fileURLToPath(new URL('..', import.meta.url));
const schemaFile = join(packageDir, 'prisma', 'schema.prisma');

/** Migrates in a separate process with several concurrent calls, and returns what each of them applied. */
async function migrateInProcess(databaseUrl: string, calls: number): Promise<string[][]> {
  const script = `
    import { migrate } from '#migrate.ts';
    const url = ${JSON.stringify(databaseUrl)};
    const applied = await Promise.all(Array.from({ length: ${calls} }, () => migrate(url)));
    process.stdout.write(JSON.stringify(applied), () => process.exit(0));
  `;
  const args = ['--input-type=module-typescript', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: packageDir, env: {} });
  return JSON.parse(stdout);
}

async function migrationNames(): Promise<string[]> {
  return (await readMigrations()).map(({ name }) => name);
}

describe('migrate', () => {
  it('applies each migration once, although two processes with two calls each begin at once', async () => {
    const url = await createEmptyDatabase();
    const applied = await Promise.all([migrateInProcess(url, 2), migrateInProcess(url, 2)]);
    expect(applied.flat(2).toSorted()).toEqual(await migrationNames());
    const recorded = await runSql(
      url,
      'select migration_name, finished_at is not null as finished from _prisma_migrations order by migration_name',
    );
    expect(recorded).toEqual((await migrationNames()).map((name) => ({ migration_name: name, finished: true })));
  });

  it('waits for a migration that is under way in another process', async () => {
    const url = await createEmptyDatabase();
    const other = await openConnection(url);
    await other.query('select pg_advisory_lock($1)', [migrationLock]);
    const applied = migrateInProcess(url, 1);
    const waiting =
      "select from pg_stat_activity where query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()";
    await waitUntil(async () => (await other.query(waiting)).rowCount === 1);
    expect((await other.query("select to_regclass('users') as users")).rows).toEqual([{ users: null }]);
    await other.end();
    expect((await applied).flat()).toEqual(await migrationNames());
  });

  it('applies nothing to a database that is up to date', async () => {
    const url = await createEmptyDatabase();
    expect((await migrateInProcess(url, 1)).flat()).toEqual(await migrationNames());
    expect((await migrateInProcess(url, 1)).flat()).toEqual([]);
  });

  it('applies the one that alone is missing', async () => {
    const url = await createEmptyDatabase();
    const names = await migrationNames();
    expect(await migrate(url, new Set(names.slice(0, -1)))).toEqual(names.slice(0, -1));
    expect(await migrate(url)).toEqual(names.slice(-1));
  });

  it('refuses to go on after a migration that failed, also one of a later release', async () => {
    const url = await createEmptyDatabase();
    await migrateInProcess(url, 1);
    await runSql(url, `insert into _prisma_migrations (id, checksum, migration_name) values ('next', '', '9999_next')`);
    await expect(migrateInProcess(url, 1)).rejects.toThrow('9999_next');
  });

  it('ends with the reason when there is no such database', async () => {
    const url = new URL(await createEmptyDatabase());
    url.pathname = '/inlet_that_does_not_exist';
    await expect(migrateInProcess(url.href, 1)).rejects.toThrow('does not exist');
  });
});

it('asks an administrator for extensions that its role may not make, and then goes on where it was', async () => {
  const admin = await createEmptyDatabase();
  const url = new URL(admin);
  const database = url.pathname.slice(1);
  url.username = `migrating_${randomBytes(6).toString('hex')}`;
  url.password = 'secret';
  await runSql(admin, `create role ${url.username} login password 'secret'`);
  onTestFinished(async () => void (await runSql(admin, `drop owned by ${url.username}; drop role ${url.username}`)));
  await runSql(admin, `grant create on database ${database} to ${url.username}`);
  await runSql(admin, `grant all on schema public to ${url.username}`);

  const names = await migrationNames();
  const earlier = names.slice(0, names.indexOf('0039_search_texts'));
  expect(await migrate(url.href, new Set(earlier))).toEqual(earlier);
  expect(
    await runSql(admin, "select extname from pg_extension where extname in ('pg_trgm', 'btree_gin')"),
  ).toHaveLength(2);

  await runSql(admin, 'drop extension pg_trgm, btree_gin');
  await runSql(admin, `revoke create on database ${database} from ${url.username}`);
  const sql = 'create extension if not exists pg_trgm; create extension if not exists btree_gin';
  await expect(migrate(url.href)).rejects.toThrow(`As an administrator, run in the database "${database}": ${sql};`);
  expect(await runSql(admin, 'select from _prisma_migrations')).toHaveLength(earlier.length);
  await runSql(admin, sql);
  expect(await migrate(url.href)).toEqual(names.slice(earlier.length));
});

describe('readMigrations', () => {
  it('gives them oldest first, with what they do', async () => {
    const migrations = await readMigrations();
    expect(migrations.map(({ name }) => name)).toEqual((await migrationNames()).toSorted());
    expect(migrations[0]).toMatchObject({
      name: '0001_first_rooms',
      sql: expect.stringContaining('CREATE TABLE "users"'),
    });
  });
});

describe('schema.prisma', () => {
  /** Makes a database from a datamodel, without the migrations. */
  async function createFrom(datamodel: string): Promise<string> {
    const url = await createEmptyDatabase();
    const { stdout } = await withSchemaEngine(url, (engine) =>
      engine.diff({
        from: { tag: 'empty' },
        to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: datamodel }] },
        script: true,
        exitCode: null,
        filters: withoutFilters,
      }),
    );
    await runSql(url, `create extension pg_trgm; create extension btree_gin; ${stdout ?? ''}`);
    return url;
  }

  async function describeMigrated(): Promise<string[]> {
    const { url, close } = await createTestDatabase();
    onTestFinished(close);
    return describeDatabase(url);
  }

  it('describes what the migrations make', async () => {
    const described = await describeDatabase(await createFrom(await readFile(schemaFile, 'utf8')));
    expect(described).toContain('people.email text not null');
    expect(described).toEqual(await describeMigrated());
  });

  it('is noticed to differ by a single column', async () => {
    const schema = await readFile(schemaFile, 'utf8');
    const changed = schema.replace('@@map("users")', 'nickname String?\n\n  @@map("users")');
    const migrated = new Set(await describeMigrated());
    const described = await describeDatabase(await createFrom(changed));
    expect(described.filter((part) => !migrated.has(part))).toEqual(['users.nickname text']);
  });

  it('generates a client that runs unbuilt', async () => {
    const client = await import('#generated/client.ts');
    const models = [...(await readFile(schemaFile, 'utf8')).matchAll(/^model (\w+)/gm)].map(([, name]) => name);
    expect(Object.keys(client.Prisma.ModelName).toSorted()).toEqual(models.toSorted());
  });
});
