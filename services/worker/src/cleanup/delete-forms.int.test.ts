import type { Form } from '@inlet/db/client';
import { type Database, openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { createLogger } from '@inlet/process/logger';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { createTestDatabase, type TestDatabase } from '@inlet/testing/test-database';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import type { FormDeletionDeps } from '#cleanup/delete-forms.ts';
import { openSeverableProxy } from '#severable-proxy.test-setup.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, maxConnections: 3, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});

const logger = createLogger({ service: 'test', level: 'silent' });

async function deletedForm(submissions: number): Promise<Form> {
  const { prisma, pool } = database;
  const form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
  await pool.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, '{}', now() from generate_series(1, $2::int)`,
    [form.id, submissions],
  );
  await prisma.$transaction([
    prisma.form.delete({ where: { id: form.id } }),
    prisma.formDeletion.create({ data: { formId: form.id } }),
  ]);
  return form;
}
const left = async ({ id }: Form) => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select (select count(*) from submissions where form_id = $1)
       + (select count(*) from form_deletions where form_id = $1) as count`,
    [id],
  );
  return Number(rows[0]?.count);
};
const untilGone = (form: Form) => waitUntil(async () => (await left(form)) === 0, { what: 'the form to be removed' });

const start = (deps: FormDeletionDeps) => startBackgroundWork({ row: backgroundWork.formDeletions }, deps);

function openWorker(url = testDatabase.url): Database {
  const own = openDatabase({ url, maxConnections: 2, applicationName: 'worker' });
  onTestFinished(own.close);
  return own;
}

describe('a worker', () => {
  it('removes what was deleted before it started and while it runs, two workers beside each other', async () => {
    const before = await deletedForm(12_000);
    const workers = [openWorker(), openWorker()].map(({ pool }) => start({ pool, logger }));
    for (const { close } of workers) onTestFinished(close);
    await untilGone(before);
    const later = await deletedForm(12_000);
    await untilGone(later);
  });

  it('goes on when the database is back', async () => {
    const url = new URL(testDatabase.url);
    const proxy = await openSeverableProxy(url.hostname, Number(url.port));
    onTestFinished(proxy.close);
    Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) });
    const { pool } = openWorker(url.href);
    const lines: string[] = [];
    const recording = createLogger({ service: 'test', level: 'trace' }, { write: (line) => lines.push(line) });
    const worker = start({ pool, logger: recording });
    onTestFinished(worker.close);
    await untilGone(await deletedForm(10));
    await proxy.sever();
    const form = await deletedForm(10);
    await waitUntil(() => lines.some((line) => line.includes('form deletion: removal failed')));
    await proxy.mend();
    await untilGone(form);
  });

  it('goes on after an outage that came in the middle of a piece', async () => {
    const url = new URL(testDatabase.url);
    const proxy = await openSeverableProxy(url.hostname, Number(url.port));
    onTestFinished(proxy.close);
    Object.assign(url, { hostname: '127.0.0.1', port: String(proxy.port) });
    const form = await deletedForm(10);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select from submissions where form_id = $1 for update', [form.id]);
    const worker = start({ pool: openWorker(url.href).pool, logger });
    onTestFinished(worker.close);
    const isWaiting = async () => {
      const { rowCount } = await database.pool.query(
        "select from pg_stat_activity where application_name = 'worker' and wait_event_type = 'Lock'",
      );
      return rowCount === 1;
    };
    await waitUntil(isWaiting, { what: 'a piece to be under way' });
    await proxy.sever();
    await holder.query('commit');
    holder.release();
    await proxy.mend();
    await untilGone(form);
  });

  it('closes between two pieces, and leaves the rest for the next one', async () => {
    const form = await deletedForm(60_000);
    const first = start({ pool: openWorker().pool, logger });
    await waitUntil(async () => (await left(form)) < 60_000);
    await first.close();
    const count = await left(form);
    expect(count).toBeGreaterThan(1);
    const second = start({ pool: openWorker().pool, logger });
    onTestFinished(second.close);
    await untilGone(form);
  });
});
