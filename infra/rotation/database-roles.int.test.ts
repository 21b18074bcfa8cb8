import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@inlet/db/database';
import { migrate } from '@inlet/db/migrate';
import { buildUser } from '@inlet/testing/build-user';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { projectRoot } from '#local/config.ts';

/** Roles belong to the whole server, which other tests use as well. */
const suffix = randomBytes(6).toString('hex');
const ownNames = (sql: string) =>
  sql
    .replaceAll(/\binlet_(owner|a|b)\b/g, `inlet_$1_${suffix}`)
    .replaceAll('database inlet ', `database inlet_${suffix} `);

/** The SQL of the runbook, in the order in which an operator runs it. */
async function readRunbook(): Promise<string[]> {
  const text = await readFile(join(projectRoot, 'docs/runbooks/rotating-secrets.md'), 'utf8');
  return [...text.matchAll(/^ *```sql\n(.*?)^ *```$/gms)].map(([, sql = '']) => ownNames(sql));
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

it('replaces the password of the database by the runbook, while both releases are connected', async () => {
  const adminUrl = inject('adminDatabaseUrl');
  await runSql(adminUrl, `create database inlet_${suffix}`);
  onTestFinished(async () => {
    await runSql(adminUrl, `drop database inlet_${suffix} with (force)`);
    await runSql(adminUrl, ['a', 'b', 'owner'].map((name) => `drop role inlet_${name}_${suffix};`).join('\n'));
  });
  const urlOf = (user?: string, password = '') => {
    const url = new URL(adminUrl);
    url.pathname = `/inlet_${suffix}`;
    if (user !== undefined) Object.assign(url, { username: `inlet_${user}_${suffix}`, password });
    return url.href;
  };
  const open = (url: string) => {
    const database = openDatabase({ url, maxConnections: 1, applicationName: 'test' });
    onTestFinished(database.close);
    return database;
  };
  const [prepare = '', admit = '', close = ''] = await readRunbook();

  await runSql(urlOf(), prepare);
  await migrate(urlOf('a', 'OLD_PASSWORD'));
  const before = open(urlOf('a', 'OLD_PASSWORD'));
  await buildUser(before.prisma);

  await runSql(urlOf(), admit);
  const after = open(urlOf('b', 'NEW_PASSWORD'));
  await Promise.all([buildUser(before.prisma), buildUser(after.prisma)]);
  // What either role makes belongs to neither, so the other one can change it in a later migration.
  await after.pool.query('alter table users add column later text');
  await before.pool.query('alter table users drop column later');

  await runSql(urlOf(), close);
  await expect(open(urlOf('a', 'OLD_PASSWORD')).ping()).rejects.toThrow('password authentication failed');
  expect(await after.prisma.user.count()).toBe(3);
  expect(await migrate(urlOf('b', 'NEW_PASSWORD'))).toEqual([]);
});
