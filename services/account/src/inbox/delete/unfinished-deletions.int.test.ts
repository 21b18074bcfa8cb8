import { randomUUID } from 'node:crypto';
import type { Form, User } from '@inlet/db/client';
import { listen } from '@inlet/http/server';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLifecycle } from '@inlet/process/lifecycle';
import { buildForm } from '@inlet/testing/build-form';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anotherApp, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import { continueDeletions } from '#inbox/delete/continue-deletions.ts';
import { deletePiece } from '#inbox/delete/delete-piece.ts';
import { settleDeletion } from '#inbox/delete/deletions.store.ts';
import { lockTable } from '#lock-table.test-setup.ts';

const stored = 12_001;
/** Rows that the first process deletes before it ends. */
const piece = 5_000;
let account: TestAccount;
let closing: Awaited<ReturnType<typeof listen>>;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  user = await accountOf(account);
  token = await account.signIn(user);
  // A closing process stores what must be deleted, does one piece of it, and leaves the rest to others.
  const lifecycle = { ...createLifecycle({ logger: account.deps.logger, deadlineMs: 1_000 }), isClosing: () => true };
  closing = await listen(anotherApp(account.deps, { lifecycle }), { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await closing.close();
  await account.close();
});
beforeEach(async () => {
  const { prisma, pool } = account.deps.database;
  form = await buildForm(prisma, { userId: user.id });
  await pool.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, '{}', now() from generate_series(1, $2::int)`,
    [form.id, stored],
  );
  await prisma.formTotal.create({ data: { formId: form.id, submissionCount: stored } });
});

async function deleteAndLeave(): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${closing.port}/api/v1/forms/${form.id}/submissions/delete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"filter":{}}',
  });
  return answer.json();
}

/** Stores everything of a form for deletion, and deletes nothing. */
const settle = ({ id }: Form) => {
  const filter = { q: '', spam: false };
  const by = { actor: 'session', address: null, userAgent: null };
  return settleDeletion(account.deps.database.pool, { id: randomUUID(), formId: id, filter, ...by }, () => true);
};

/** This simulates that the first process ended half a minute ago. */
const leave = () =>
  account.deps.database.pool.query(`update submission_deletions set requested_at = now() - interval '31 seconds'`);
const goOn = () => continueDeletions(account.deps, new AbortController().signal);
const left = () => account.deps.database.prisma.submission.count({ where: { formId: form.id } });
const total = async () =>
  Number((await account.deps.database.prisma.formTotal.findUnique({ where: { formId: form.id } }))?.submissionCount);
async function notes() {
  const where = { userId: user.id, action: 'submissions.deleted' };
  const events = await account.deps.database.prisma.auditEvent.findMany({ where });
  return events.filter(({ details }) => JSON.stringify(details).includes(form.id));
}
const unfinished = async () => {
  const { prisma } = account.deps.database;
  return [await prisma.submissionDeletion.count(), await prisma.deletionPiece.count()];
};

it('what is left when the answer is due is told, and is gone a little later', async () => {
  expect(await deleteAndLeave()).toEqual({ count: piece, pending: stored - piece });
  await account.deps.database.pool.query(
    `insert into submissions (id, form_id, data, created_at) values (gen_random_uuid(), $1, '{}', '2025-01-01')`,
    [form.id],
  );
  await goOn();
  expect(await left()).toBe(stored - piece + 1);
  await leave();
  await goOn();
  expect([await left(), await total(), await unfinished()]).toEqual([1, 0, [0, 0]]);
  const [note, ...others] = await notes();
  expect(others).toEqual([]);
  expect(note).toMatchObject({ actor: 'session', address: '127.0.0.1', details: { formId: form.id, count: stored } });
});

it('nothing is deleted for a client that disconnected before it was settled', async () => {
  const { pool } = account.deps.database;
  const unlock = await lockTable(account, 'deletion_pieces');
  const leaving = new AbortController();
  const answer = fetch(`${account.url}/api/v1/forms/${form.id}/submissions/delete`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"filter":{}}',
    signal: leaving.signal,
  });
  const settling = `select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like '%deletion_pieces%'`;
  await waitUntil(async () => (await pool.query(settling)).rowCount === 1, { what: 'the settling to wait' });
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  // The service handles connections in order: after this response it knows that the other connection was closed.
  await account.call('GET /api/config');
  await unlock();
  const own = account.serviceDatabase.pool;
  await waitUntil(() => own.idleCount === own.totalCount, { what: 'the connection to be given back' });
  expect([await left(), await unfinished(), await notes()]).toEqual([stored, [0, 0], []]);
});

it('several processes share what is left, and one notes it', async () => {
  await deleteAndLeave();
  await leave();
  await Promise.all([goOn(), goOn(), goOn()]);
  await goOn();
  expect([await left(), await total(), (await notes()).length]).toEqual([0, 0, 1]);
});

it('a piece is counted once, although its process dies in the middle of it', async () => {
  await deleteAndLeave();
  await leave();
  const { prisma } = account.deps.database;
  await prisma.$executeRaw`create function die() returns trigger language plpgsql as 'begin raise exception ''dead''; end'`;
  await prisma.$executeRaw`create trigger die before update on submission_deletions for each row execute function die()`;
  await expect(deletePiece(prisma)).rejects.toThrow('dead');
  await prisma.$executeRaw`drop function die cascade`;
  expect([await left(), await total()]).toEqual([stored - piece, stored - piece]);
  await leave();
  await goOn();
  expect([await left(), await total()]).toEqual([0, 0]);
  expect((await notes()).map(({ details }) => details)).toEqual([{ formId: form.id, count: stored }]);
});

it('one that fails each time keeps no other from being done', async () => {
  const { prisma } = account.deps.database;
  const failing = form;
  await deleteAndLeave();
  form = await buildForm(prisma, { userId: user.id });
  await prisma.submission.create({ data: { id: randomUUID(), formId: form.id, data: {}, createdAt: new Date() } });
  await settle(form);
  await leave();
  await prisma.$executeRaw`update submission_deletions set requested_at = now() - interval '1 hour' where form_id = ${failing.id}::uuid`;
  await prisma.$executeRawUnsafe(
    `create function die() returns trigger language plpgsql as 'begin raise exception ''dead''; end'`,
  );
  await prisma.$executeRawUnsafe(
    `create trigger die before delete on submissions for each row when (old.form_id = '${failing.id}') execute function die()`,
  );
  await expect(goOn()).rejects.toThrow('dead');
  expect(await left()).toBe(1);
  await goOn();
  expect(await left()).toBe(0);
  await prisma.$executeRaw`drop function die cascade`;
  await leave();
  await goOn();
  expect(await unfinished()).toEqual([0, 0]);
});

it('a form that is deleted meanwhile takes what is left of a deletion along', async () => {
  await deleteAndLeave();
  await leave();
  const pieces = goOn();
  const deleted = await account.call(`DELETE /api/v1/forms/${form.id}`, { token });
  expect(deleted.status).toBe(204);
  await pieces;
  expect(await unfinished()).toEqual([0, 0]);
});

it('a form that is deleted before it is settled has nothing to delete, and nothing fails', async () => {
  const { pool } = account.deps.database;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from forms where id = $1', [form.id]);
    const answer = deleteAndLeave();
    const settling = `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like '%deletion_pieces%'`;
    await waitUntil(async () => (await pool.query(settling)).rowCount === 1, { what: 'the settling to wait' });
    await client.query('commit');
    expect(await answer).toEqual({ count: 0 });
  } finally {
    client.release();
  }
  expect(await unfinished()).toEqual([0, 0]);
});

it('an account that is deleted meanwhile does as well', async () => {
  await deleteAndLeave();
  await leave();
  const deletion = account.call('DELETE /api/v1/me', { token, body: { password: testPassword } });
  expect((await Promise.all([deletion, goOn()]))[0].status).toBe(204);
  expect(await unfinished()).toEqual([0, 0]);
});
