import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@inlet/db/database';
import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { projectRoot } from '@inlet/local/config';
import { buildUser } from '@inlet/testing/build-user';
import { runSql } from '@inlet/testing/sql';
import { expect, inject, it, onTestFinished } from 'vitest';

/** Roles belong to the whole server, which other tests use as well. */
const suffix = randomBytes(6).toString('hex');
const roles = ['account', 'account_2', 'worker', 'owner'];
const nameOf = (role: string) => `inlet_${role}_${suffix}`;

/** The SQL of the runbook, as an operator runs it. */
async function readRunbook(): Promise<string[]> {
  const text = await readFile(join(projectRoot, 'docs/runbooks/rotating-secrets.md'), 'utf8');
  return [...text.matchAll(/^ *```sql\n(.*?)^ *```$/gms)].map(([, sql = '']) =>
    sql.replaceAll(/\binlet_account\b/g, nameOf('account')),
  );
}

it('replaces the password of a service by the runbook, while both releases are connected', async () => {
  const adminUrl = inject('adminDatabaseUrl');
  // As on a managed server: the owner of the database is no superuser, but may create roles.
  await runSql(adminUrl, `create role ${nameOf('owner')} login createrole password 'OWNER'`);
  await runSql(adminUrl, `create database inlet_${suffix} owner ${nameOf('owner')}`);
  onTestFinished(async () => {
    await runSql(adminUrl, `drop database inlet_${suffix} with (force)`);
    await runSql(adminUrl, roles.map((role) => `drop role if exists ${nameOf(role)};`).join('\n'));
  });
  const urlOf = (role: string, password: string) =>
    Object.assign(new URL(adminUrl), { pathname: `/inlet_${suffix}`, username: nameOf(role), password }).href;
  const open = (url: string) => {
    const database = openDatabase({ url, maxConnections: 1, applicationName: 'test' });
    onTestFinished(database.close);
    return database;
  };
  const ownerUrl = urlOf('owner', 'OWNER');
  const worker = urlOf('worker', 'WORKER');
  await migrate(ownerUrl);
  await grantAccess(ownerUrl, { account: urlOf('account', 'OLD_PASSWORD'), worker });
  const before = open(urlOf('account', 'OLD_PASSWORD'));
  await buildUser(before.prisma);

  await grantAccess(ownerUrl, { account: urlOf('account_2', 'NEW_PASSWORD'), worker });
  const after = open(urlOf('account_2', 'NEW_PASSWORD'));
  await Promise.all([buildUser(before.prisma), buildUser(after.prisma)]);

  const [takeAway = '', ...others] = await readRunbook();
  expect(others).toEqual([]);
  await runSql(ownerUrl, takeAway);
  await expect(open(urlOf('account', 'OLD_PASSWORD')).ping()).rejects.toThrow('password authentication failed');
  expect(await after.prisma.user.count()).toBe(3);
  await open(worker).ping();
});
