import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

interface Tenant {
  readonly user: User;
  readonly token: string;
  readonly form: Form;
}

let account: TestAccount;
let [busy, other] = [{} as Tenant, {} as Tenant];

beforeAll(async () => {
  account = await startTestAccount();
  [busy, other] = [await newTenant(), await newTenant()];
});
afterAll(() => account.close());

async function newTenant(): Promise<Tenant> {
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  const form = await buildForm(prisma, { userId: user.id });
  await buildSubmission(prisma, { formId: form.id });
  return { user, token: await account.signIn(user), form };
}

const pathOf = ({ form }: Tenant) => `/api/v1/forms/${form.id}/submissions?q=visitor`;
const search = (tenant: Tenant) => account.call(`GET ${pathOf(tenant)}`, tenant);

/** Makes every search wait until the test releases it, and returns the number of waiting ones. */
async function holdSearches() {
  const client = new pg.Client({ connectionString: account.ownerUrl });
  await client.connect();
  await client.query('begin; lock table submissions in access exclusive mode');
  const release = () => client.query('rollback');
  onTestFinished(async () => {
    await release();
    await client.end();
  });
  const waiting = async () => {
    const { rows } = await account.deps.database.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%from submissions%' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  };
  return { release, waiting };
}

it('are cancelled in PostgreSQL when the client disconnects, also while they wait for a turn', async () => {
  // Without their own time limit, only the statement timeout could end them, starting with the first.
  const timeLimit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => timeLimit.mockRestore());
  const { waiting, release } = await holdSearches();
  let isFirstOver = false;
  const first = search(other).finally(() => {
    isFirstOver = true;
  });
  await waitUntil(async () => (await waiting()) === 1, { what: 'the first search to run' });
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${busy.token}` };
  const ask = () => fetch(account.url + pathOf(busy), { headers, signal: leaving.signal }).catch(() => 'left');
  const asked = [ask(), ask(), ask()];
  await waitUntil(async () => (await waiting()) === 3, { what: 'the searches to run' });
  leaving.abort();
  expect(await Promise.all(asked)).toEqual(['left', 'left', 'left']);
  await waitUntil(async () => (await waiting()) < 2, { what: 'the searches to end' });
  expect(isFirstOver).toBe(false);
  await release();
  await first;
  expect((await search(busy)).status).toBe(200);
});

it('of one account leave connections for everybody else, and are refused with 503 where they take too long', async () => {
  const { waiting, release } = await holdSearches();
  const refused = Promise.withResolvers<void>();
  const searches = Array.from({ length: 12 }, async () => {
    const answer = await search(busy);
    if (answer.status === 503) refused.resolve();
    return answer;
  });
  await waitUntil(async () => (await waiting()) === 2, { what: 'the searches to run' });
  const ofOther = search(other);
  await waitUntil(async () => (await waiting()) === 3, { what: 'the search of somebody else to run' });
  const me = await Promise.all(Array.from({ length: 10 }, () => account.call('GET /api/v1/me', other)));
  expect(me.map(({ status }) => status)).toEqual(me.map(() => 200));
  await refused.promise;
  await release();
  const answers = [...(await Promise.all(searches)), await ofOther];
  const refusals = answers.filter(({ status }) => status !== 200);
  for (const { status, headers, body } of refusals) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(['search_too_long', 'searches_busy']).toContain((body as { code: string }).code);
  }
});

it('are answered with 503, like all else, where no connection is to be had', async () => {
  const { pool } = account.serviceDatabase;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const answers = await Promise.all([
    search(busy),
    account.call('GET /api/v1/me', busy),
    account.call('GET /api/products'),
    account.call('POST /api/auth/sign-in', { body: { email: busy.user.email, password: 'a password' } }),
  ]);
  for (const client of held) client.release();
  for (const { status, headers, body } of answers) {
    expect([status, body, headers.get('retry-after')]).toMatchObject([503, { code: 'unavailable' }, '2']);
  }
  expect((await account.call('GET /api/v1/me', busy)).status).toBe(200);
});
