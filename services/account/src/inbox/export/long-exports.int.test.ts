import { once } from 'node:events';
import { connect } from 'node:net';
import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { type OpenExport, openExport, storeMany } from '#inbox/export/export.test-setup.ts';

/** Some 45 MB: far more than the buffers of a client that reads nothing. */
const rows = 3_000;
const bytes = 15_000;

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
  await storeMany(account, form.id, rows, { bytes });
});
afterAll(() => account.close());

function open(query = ''): OpenExport {
  const opened = openExport(account, form.id, token, query);
  onTestFinished(opened.leave);
  return opened;
}

/** Counts the pages that have been read in the meantime. */
function countPages(): () => number {
  const query = vi.spyOn(account.serviceDatabase.pool, 'query');
  onTestFinished(() => query.mockRestore());
  return () => query.mock.calls.filter(([wanted]) => JSON.stringify(wanted).includes('string_agg')).length;
}

/** True once a count has been stable for a while; each check lets all ready events run. */
function createStillness(count: () => number): () => boolean {
  let [last, same] = [-1, 0];
  return () => {
    const now = count();
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= 15;
  };
}

const leaveAll = async (exports: readonly OpenExport[]) => {
  for (const one of exports) one.leave();
  await waitUntil(async () => {
    const probe = openExport(account, form.id, token, '?origin=https://nobody.example');
    const { status } = await probe.head;
    probe.leave();
    return status === 200;
  });
};

describe('a long export', () => {
  it('of small submissions is read in few pages', async () => {
    const { id } = await buildForm(account.deps.database.prisma, { userId: user.id });
    await storeMany(account, id, 8_000);
    const pages = countPages();
    const opened = openExport(account, id, token);
    expect((await opened.whole()).bytes.toString().split('\r\n')).toHaveLength(8_002);
    // Twenty have 400 rows each. The first ones are shorter, because the size of rows is not known yet.
    expect(pages()).toBeLessThan(45);
  });

  it('is read no further than its client takes it', async () => {
    const pages = countPages();
    const opened = open();
    expect((await opened.head).status).toBe(200);
    await waitUntil(createStillness(pages), { what: 'the reading to rest' });
    const readAhead = pages();
    expect(readAhead).toBeLessThan(60);
    expect((await opened.whole()).bytes.toString().split('\r\n')).toHaveLength(rows + 2);
    expect(pages()).toBeGreaterThan(80);
  });

  it('holds few large submissions at once, however many there are', async () => {
    const large = await buildForm(account.deps.database.prisma, { userId: user.id });
    await storeMany(account, large.id, 12, { bytes: 900_000 });
    const pages = countPages();
    expect((await openExport(account, large.id, token).whole()).bytes.length).toBeGreaterThan(12 * 900_000);
    expect(pages()).toBeGreaterThanOrEqual(12);
  });

  it('has each submission once where large ones follow small ones, in pages of a bounded size', async () => {
    const { prisma, pool } = account.deps.database;
    const { id } = await buildForm(prisma, { userId: user.id });
    await storeMany(account, id, 900);
    await pool.query(
      `update submissions set data = json_build_object('text', (data ->> 'text') || repeat('x', 400000))
       where form_id = $1 and created_at < timestamptz '2025-01-01' + interval '450 seconds'
         and extract(epoch from created_at)::int % 20 = 0`,
      [id],
    );
    const query = vi.spyOn(account.serviceDatabase.pool, 'query');
    onTestFinished(() => query.mockRestore());
    const { bytes: file } = await openExport(account, id, token).whole();
    const numbers = [...file.toString().matchAll(/number (\d+)\./g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 900 }, (_, n) => 900 - n));
    const answers = await Promise.all(query.mock.results.map(({ value }) => value));
    const pages = answers.flatMap(({ rows: [row] }) => row?.text?.length ?? []);
    // A page has a single row, or a quarter of a megabyte.
    expect(Math.max(...pages)).toBeLessThan(410_000);
    expect(pages.length).toBeLessThan(250);
  });

  it('is read no further when its client has left', async () => {
    const pages = countPages();
    const opened = open();
    const answer = await opened.answer;
    await once(answer, 'readable');
    opened.leave();
    await waitUntil(createStillness(pages), { what: 'the reading to end' });
    expect(pages()).toBeLessThan(60);
    const { rows: busy } = await account.deps.database.pool.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and state <> 'idle' and query like '%string_agg%' and pid <> pg_backend_pid()`,
    );
    expect(busy).toEqual([]);
  });

  it('never looks whole when its reading fails in the middle', async () => {
    const opened = open();
    const answer = await opened.answer;
    await account.deps.database.pool.query('alter table submissions rename to submissions_away');
    try {
      await expect(opened.whole()).rejects.toThrow(/aborted|ECONNRESET/);
      expect(answer.complete).toBe(false);
    } finally {
      await account.deps.database.pool.query('alter table submissions_away rename to submissions');
    }
  });

  it('never looks whole to a client that knows no chunks', async () => {
    const socket = connect(Number(new URL(account.url).port), '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    socket.write(`GET /api/v1/forms/${form.id}/export HTTP/1.0\r\nauthorization: Bearer ${token}\r\n\r\n`);
    await once(socket, 'readable');
    await account.deps.database.pool.query('alter table submissions rename to submissions_away');
    try {
      const failed = once(socket, 'error');
      socket.resume();
      expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
    } finally {
      await account.deps.database.pool.query('alter table submissions_away rename to submissions');
    }
  });

  it('shows what was there, once, while more comes in', async () => {
    const busy = await buildForm(account.deps.database.prisma, { userId: user.id });
    await storeMany(account, busy.id, rows, { bytes });
    const opened = openExport(account, busy.id, token, '?format=ndjson');
    await opened.head;
    await storeMany(account, busy.id, 500);
    const lines = (await opened.whole()).bytes.toString().split('\n').slice(0, -1);
    const ids = lines.map((line) => line.slice(0, line.indexOf(',"createdAt')));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(rows);
  });
});

describe('exports at once', () => {
  it('are three for an account, and the next one is told to wait', async () => {
    const exports = [open(), open(), open()];
    for (const one of exports) expect((await one.head).status).toBe(200);
    const refused = await account.call(`GET /api/v1/forms/${form.id}/export`, { token });
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: '3 exports of this account are under way. Wait until one of them is complete.',
        code: 'too_many_exports',
      },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('content-disposition')).toBeNull();
    const head = await account.call(`HEAD /api/v1/forms/${form.id}/export`, { token });
    expect(head.status).toBe(200);
    await leaveAll(exports);
  });

  it('release their slots when they are read to the end', async () => {
    const call = () => account.call(`GET /api/v1/forms/${form.id}/export?origin=https://nobody.example`, { token });
    for (let round = 0; round < 4; round += 1) expect((await call()).status).toBe(200);
  });

  it('leave connections to everybody else while their clients read nothing', async () => {
    const exports = [open(), open(), open()];
    for (const one of exports) await one.head;
    const { pool } = account.serviceDatabase;
    await waitUntil(() => pool.idleCount === pool.totalCount, { what: 'every connection to be free' });
    await leaveAll(exports);
  });
});
