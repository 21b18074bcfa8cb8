import { randomBytes } from 'node:crypto';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { openConnection } from '@inlet/testing/sql';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#database.ts';
import { grantAccess } from '#grant-access.ts';
import { functionRights, privileges } from '#privileges.ts';

async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  return database;
}

/** Addresses of roles that do not exist yet. They are dropped after the test. */
async function newRoles(ownerUrl: string) {
  const suffix = randomBytes(6).toString('hex');
  const urlOf = (service: string, password: string) =>
    Object.assign(new URL(ownerUrl), { username: `new_${service}_${suffix}`, password }).href;
  const owner = await openConnection(ownerUrl);
  onTestFinished(async () => {
    for (const service of ['account', 'worker', 'owner']) {
      const name = `new_${service}_${suffix}`;
      const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
      if (rowCount) await owner.query(`drop owned by ${name}; drop role ${name}`);
    }
  });
  return { owner, suffix, urlOf };
}

describe('privileges', () => {
  it('names every table, and no other', async () => {
    const owner = await openConnection((await createDatabase()).url);
    const { rows } = await owner.query(
      `select relname as tablename from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    expect(Object.keys(privileges).toSorted()).toEqual(rows.map(({ tablename }) => tablename).toSorted());
  });

  it('keeps each service to what is its own', async () => {
    const { url, accountUrl, workerUrl } = await createDatabase();
    const database = openDatabase({ url, maxConnections: 1, applicationName: 'test' });
    onTestFinished(database.close);
    const form = await buildForm(database.prisma, { userId: (await buildUser(database.prisma)).id });
    await buildSubmission(database.prisma, { formId: form.id });
    const [account, worker] = [await openConnection(accountUrl), await openConnection(workerUrl)];

    const refused = [
      [worker, 'select password_hash from users'],
      [worker, 'select email from users'],
      [worker, 'select token_hash from sessions'],
      [worker, 'select token_hash from api_keys'],
      [worker, 'select description from forms'],
      [worker, "update targets set sealed = ''"],
      [account, 'update changes set at = now()'],
      [worker, "update forms set name = 'x'"],
      [account, "update submissions set data = '{}'"],
      [
        account,
        "insert into submissions (id, form_id, data, created_at, is_spam) values (gen_random_uuid(), gen_random_uuid(), '1', now(), true)",
      ],
      [account, "update audit_events set action = 'x'"],
      [account, 'delete from form_totals'],
      [worker, "update submissions set data = '{}'"],
    ] as const;
    for (const [client, sql] of refused)
      await expect(client.query(sql), sql).rejects.toThrow('permission denied for table');

    for (const client of [account, worker]) {
      await expect(client.query('alter table users add column later text')).rejects.toThrow('must be owner');
      await expect(client.query('truncate submissions')).rejects.toThrow('permission denied');
      await expect(client.query('create table own ()')).rejects.toThrow('permission denied for schema public');
      await expect(client.query("copy forms to program 'true'")).rejects.toThrow('permission denied');
      const { rows } = await client.query(
        'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = current_user',
      );
      expect(Object.values(rows[0])).toEqual([false, false, false, false, false]);
    }

    expect((await account.query('select password_hash from users')).rowCount).toBe(1);
    expect((await account.query('delete from submissions')).rowCount).toBe(1);
    expect((await account.query("insert into outbox (topic, key) values ('form', 'x')")).rowCount).toBe(1);
    expect((await worker.query('select id, user_id from forms')).rowCount).toBe(1);
  });
});

describe('grantAccess', () => {
  it('makes the roles, gives them passwords, and takes away what is no longer declared', async () => {
    const { url } = await createDatabase();
    const { owner, urlOf } = await newRoles(url);
    const urls = { account: urlOf('account', 'first password: ä/@'), worker: urlOf('worker', 'second') };
    await grantAccess(url, urls);
    const account = await openConnection(urls.account);
    const { user = '' } = account;
    await owner.query(`grant select on dead_submissions to ${user}; grant insert on submissions to ${user}`);
    await grantAccess(url, urls);
    await expect(account.query('insert into submissions (user_agent) values (null)')).rejects.toThrow(
      'permission denied',
    );

    const changed = { ...urls, account: urlOf('account', 'another') };
    await grantAccess(url, changed);
    await openConnection(changed.account);
    await expect(openConnection(urls.account)).rejects.toThrow('password authentication failed');
  });

  it('shows no password to the log of the server', async () => {
    const { url } = await createDatabase();
    const { owner, urlOf } = await newRoles(url);
    await grantAccess(url, { account: urlOf('account', 'one'), worker: urlOf('worker', 'two') });
    const { rows } = await owner.query("select rolpassword from pg_authid where rolname like 'new_account_%'");
    expect(rows[0].rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  it('needs no right to make roles where an administrator has made them', async () => {
    const { url } = await createDatabase();
    const { owner, suffix, urlOf } = await newRoles(url);
    const [ownerUrl, account, worker] = [urlOf('owner', 'o'), urlOf('account', 'a'), urlOf('worker', 'w')];
    const database = new URL(url).pathname.slice(1);
    await owner.query(
      `create role new_owner_${suffix} login password 'o'; grant create on database ${database} to new_owner_${suffix}`,
    );
    const { rows } = await owner.query("select tablename from pg_tables where schemaname = 'public'");
    await owner.query(rows.map(({ tablename }) => `alter table ${tablename} owner to new_owner_${suffix}`).join(';'));
    for (const name of Object.keys(functionRights)) {
      await owner.query(`alter function ${name} owner to new_owner_${suffix}`);
    }
    await owner.query(`grant all on schema public to new_owner_${suffix}`);

    const grant = () => grantAccess(ownerUrl, { account, worker });
    await expect(grant()).rejects.toThrow(`run: create role "new_account_${suffix}" login password '...'`);
    await owner.query(
      `create role new_account_${suffix} login password 'a'; create role new_worker_${suffix} login password 'w'`,
    );
    await grant();
    expect((await (await openConnection(account)).query('select from users')).rowCount).toBe(0);
  });

  it('refuses roles that can do more than a service should, and leaves them their passwords', async () => {
    const { url, accountUrl, workerUrl } = await createDatabase();
    const { owner, suffix, urlOf } = await newRoles(url);
    await owner.query(`create role new_owner_${suffix} superuser login password 'right'`);
    const grant = (account: string) => grantAccess(url, { account, worker: workerUrl });
    await expect(grant(urlOf('owner', 'right'))).rejects.toThrow('is a superuser');
    await expect(grant(urlOf('owner', 'wrong'))).rejects.toThrow('is a superuser');
    await openConnection(urlOf('owner', 'right'));
    await expect(grantAccess(url, { account: accountUrl, worker: accountUrl })).rejects.toThrow('a role of its own');
  });
});
