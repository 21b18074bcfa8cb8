import { submissionPageSchema } from '@inlet/contracts/submissions';
import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { startOwnPostgresPair } from '@inlet/testing/own-postgres-pair';
import { expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { readAll, readChangePage, store } from '#inbox/feed/changes.test-setup.ts';

const timeout = 180_000;

async function startWithReplica() {
  const pair = await startOwnPostgresPair();
  const starting = startTestAccount({
    ownerUrl: pair.primary.url,
    DATABASE_URL: pair.primary.account,
    REPLICA_DATABASE_URL: pair.replica.account,
  });
  const account = await closeWithTest(starting, ({ close }) => close());
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  const form = await buildForm(prisma, { userId: user.id });
  const token = await account.signIn(user);
  const count = async (outcome: string) => {
    const text = await account.deps.metrics.registry.getSingleMetricAsString('inlet_replica_reads_total');
    return Number(new RegExp(`outcome="${outcome}",.*} (.*)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const inbox = inboxOf(account, form, token);
  const isServed = async () => {
    const before = await count('replica');
    await inbox.list();
    return (await count('replica')) > before;
  };
  return {
    ...{ ...pair, account, form, token, inbox, count },
    untilServed: () => waitUntil(isServed, { what: 'the replica to serve a list' }),
  };
}

function inboxOf(account: TestAccount, { id }: Form, token: string) {
  const call = async (request: string, body?: unknown) => {
    const answer = await account.call(request.replace(' ', ` /api/v1/forms/${id}/`), { token, body });
    expect([answer.status, answer.text]).toEqual([expect.toSatisfy((status) => status < 300), answer.text]);
    return answer;
  };
  const list = async (query = '') =>
    submissionPageSchema
      .parse((await call(`GET submissions?${query}`)).body)
      .submissions.map((row) => row.id)
      .toSorted();
  return {
    call,
    list,
    export: async (query = 'format=ndjson') => (await call(`GET export?${query}`)).text,
    exported: async () =>
      (await call('GET export?format=ndjson')).text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id)
        .toSorted(),
    counts: async () => (await call('GET counts')).body,
  };
}

it('shows a caller what they did before, whether the replica has it or not', { timeout }, async () => {
  const { account, form, token, inbox, replica, count, untilServed } = await startWithReplica();
  await untilServed();
  await replica.pauseReplay();

  const ids = (await store(account, form, 3, { data: '{"name":"Anna","n":1}' })).toSorted();
  const [first = '', second = '', third = ''] = ids;
  expect(await inbox.list()).toEqual(ids);
  expect(await inbox.list('q=anna')).toEqual(ids);
  expect(await inbox.list('sort=name')).toEqual(ids);
  expect(await inbox.exported()).toEqual(ids);
  const fed = await readAll(account, token);
  expect(fed.changes.map(({ submission }) => submission?.id).toSorted()).toEqual(ids);

  await inbox.call(`PATCH submissions/${first}`, { tags: ['new'], isStarred: true, note: 'Call back' });
  expect(await inbox.list('tag=new')).toEqual([first]);
  expect(await inbox.export('format=csv&columns=fields')).toContain('Call back');
  await inbox.call('POST submissions/mark', { ids: [second], isSpam: true });
  expect([await inbox.list(), await inbox.list('spam=true')]).toEqual([[first, third].toSorted(), [second]]);
  expect(await inbox.counts()).toMatchObject({ unread: 2, tags: ['new'] });
  await inbox.call('POST submissions/delete', { ids: [third] });
  expect([await inbox.list(), await inbox.exported()]).toEqual([[first], [first]]);
  const { changes } = await readChangePage(account, token, `after=${fed.end}`);
  expect(changes.map(({ type, submissionId }) => [type, submissionId])).toEqual([
    ['marked', second],
    ['deleted', third],
  ]);
  const line = JSON.stringify({ data: { name: 'Berta' }, createdAt: '2024-01-01T00:00:00Z' });
  await account.call(`POST /api/v1/forms/${form.id}/import`, {
    token,
    headers: { 'content-type': 'application/x-ndjson' },
    body: line,
  });
  expect(await inbox.list('q=berta')).toHaveLength(1);
  // All of this was behind the replica.
  expect(await count('behind')).toBeGreaterThan(0);

  await replica.resumeReplay();
  await untilServed();
  expect(await inbox.list('tag=new')).toEqual([first]);
});

it('reads all that may be large from the replica', { timeout }, async () => {
  const { account, form, token, inbox, replica, count, untilServed } = await startWithReplica();
  await store(account, form, 20, { data: '{"name":"Anna"}' });
  await untilServed();
  const analytics = '/api/v1/analytics?days=7';
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    list: inbox.list,
    'list of a range': () => inbox.list('from=2020-01-01T00:00:00Z'),
    'list by state': () => inbox.list('read=false'),
    search: () => inbox.list('q=anna'),
    'sorted list': () => inbox.list('sort=name'),
    counts: inbox.counts,
    feed: () => readAll(account, token),
    ndjson: inbox.exported,
    csv: () => inbox.export('format=csv'),
    'csv of fields': () => inbox.export('format=csv&columns=fields'),
    'searched csv': () => inbox.export('format=csv&q=anna'),
    xlsx: () => inbox.export('format=xlsx'),
    zip: () => inbox.export('format=zip'),
    account: () => account.call('GET /api/v1/me/export', { token }),
    analytics: async () => expect((await account.call(`GET ${analytics}`, { token })).status).toBe(200),
  };
  for (const [name, read] of Object.entries(reads)) {
    const isServed = async () => {
      const served = await count('replica');
      await read();
      return (await count('replica')) > served;
    };
    await waitUntil(isServed, { what: `the replica to serve: ${name}` });
  }
  const [{ scans }] = await replica.ask(
    `select seq_scan + idx_scan as scans from pg_stat_user_tables where relname = 'submissions'`,
  );
  expect(Number(scans)).toBeGreaterThan(Object.keys(reads).length);
});

it('fails no request when the replica ends in the middle, and goes back to it', { timeout }, async () => {
  const { account, form, token, inbox, replica, count, untilServed } = await startWithReplica();
  const ids = (await store(account, form, 2_000, { data: '{"name":"Anna"}' })).toSorted();
  await untilServed();
  let isOver = false;
  const again = async (read: () => Promise<unknown>) => {
    let done = 0;
    for (; !isOver; done += 1) await read();
    return done;
  };
  const readers = [
    again(async () => expect(await inbox.exported()).toEqual(ids)),
    again(async () => expect(await inbox.list('limit=50')).toHaveLength(50)),
    again(async () => expect(await inbox.list('q=anna&limit=50')).toHaveLength(50)),
    again(async () => expect((await readAll(account, token)).changes).toHaveLength(2_000)),
  ];
  const all = Promise.all(readers);
  all.catch(() => undefined);
  const served = await count('replica');
  await waitUntil(async () => (await count('replica')) > served + 50);
  await replica.stop();
  await waitUntil(async () => (await count('skipped')) > 50);
  await replica.start();
  await untilServed();
  isOver = true;
  expect(await all).toEqual([1, 1, 1, 1].map(() => expect.toSatisfy((done) => done > 0)));
  expect(await count('away')).toBeGreaterThan(0);
});
