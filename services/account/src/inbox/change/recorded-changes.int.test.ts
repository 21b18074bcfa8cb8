import { randomUUID } from 'node:crypto';
import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
  await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 100, spamCount: 100 } });
});

async function store(count: number, isSpam = false): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).toSorted();
  const rows = ids.map((id) => ({ id, formId: form.id, data: {}, isSpam, createdAt: new Date() }));
  await account.deps.database.prisma.submission.createMany({ data: rows });
  return ids;
}
const call = (request: string, body?: unknown) => {
  const [method, path = ''] = request.split(' ');
  return account.call(`${method} /api/v1/forms/${form.id}${path}`, { token, body });
};
const mark = (ids: readonly string[], isSpam: boolean) => call('POST /submissions/mark', { ids, isSpam });

interface Recorded {
  readonly position: number;
  readonly type: string;
  readonly ids: readonly (string | null)[];
}

async function changes(): Promise<Recorded[]> {
  const { rows } = await account.deps.database.pool.query<Recorded>(
    `select first_position::int as position, type, array(select unnest(ids) as id order by id) as ids from changes
     where user_id = $1 and form_ids = array[$2::uuid] order by first_position`,
    [user.id, form.id],
  );
  return rows;
}
const change = (position: number, type: string, ids: readonly (string | null)[]): Recorded => ({ position, type, ids });

it('a change of submissions is recorded once, whichever way it is made', async () => {
  const ids = await store(6);
  const [a = '', b = '', c = '', d = ''] = ids;
  await mark([a, b], true);
  await mark([a, b], true);
  await mark([a], false);
  await call(`PATCH /submissions/${c}`, { isSpam: true });
  await call(`DELETE /submissions/${c}`);
  await call(`DELETE /submissions/${c}`);
  await call('POST /submissions/delete', { ids: [d, randomUUID()] });
  await call('POST /submissions/delete', { filter: {} });
  expect(await changes()).toEqual([
    change(1, 'marked', [a, b]),
    change(3, 'released', [a]),
    change(4, 'marked', [c]),
    change(5, 'deleted', [c]),
    change(6, 'deleted', [d]),
    change(7, 'deleted', [a, ...ids.slice(4)].toSorted()),
  ]);
  const where = { userId: user.id, action: 'submissions.marked' };
  const events = await account.deps.database.prisma.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
  expect(events.map(({ details }) => details)).toEqual([
    { formId: form.id, count: 2, isSpam: true },
    { formId: form.id, count: 1, isSpam: false },
    { formId: form.id, count: 1, isSpam: true },
  ]);
});

it('spam that was never in the inbox is no change when it is deleted, and one when it is released', async () => {
  const [a = '', b = ''] = await store(2, true);
  await call('POST /submissions/delete', { ids: [a] });
  await mark([b], false);
  expect(await changes()).toEqual([change(1, 'released', [b])]);
});

describe('those who are told of new submissions', () => {
  let targetId: string;
  beforeEach(async () => {
    const { prisma } = account.deps.database;
    await prisma.notifications.create({ data: { formId: form.id, mode: 'instant' } });
    targetId = ((await call('POST /targets', { url: 'https://example.com/hook' })).body as { id: string }).id;
  });

  /** The deliveries to a target with default events, and the submissions for the next mail. */
  async function told() {
    const { prisma } = account.deps.database;
    const deliveries = await prisma.delivery.findMany({ where: { targetId }, orderBy: { id: 'asc' } });
    const notices = await prisma.notice.findMany({ where: { formId: form.id }, orderBy: { id: 'asc' } });
    return [deliveries.map(({ type, submissionId }) => `${type} ${submissionId}`), notices.flatMap(({ ids }) => ids)];
  }
  const types = async () => (await changes()).map(({ type }) => type);
  async function storeChecked(): Promise<string> {
    const [id = ''] = await store(1);
    await account.deps.database.prisma.submission.update({ where: { id }, data: { checkingSince: new Date() } });
    return id;
  }

  it('hear of spam that is released, once, also when it goes there and back', async () => {
    const [id = ''] = await store(1, true);
    await mark([id], false);
    expect(await told()).toEqual([[`submission.released ${id}`], [id]]);
    await mark([id], true);
    await mark([id], false);
    expect(await told()).toEqual([[`submission.released ${id}`], [id]]);
    expect(await types()).toEqual(['released', 'marked', 'released']);
  });

  it('hear of what was marked while it was checked when the mark is taken back, and it takes no place', async () => {
    const { prisma } = account.deps.database;
    const id = await storeChecked();
    await mark([id], true);
    expect((await call(`GET /submissions/${id}`)).body).toMatchObject({ isSpam: true, isChecking: false });
    expect(await told()).toEqual([[], []]);
    expect((await mark([id], false)).body).toEqual({ count: 1 });
    expect((await call(`GET /submissions/${id}`)).body).toMatchObject({ isSpam: false, isChecking: false });
    await mark([id], true);
    await mark([id], false);
    expect(await told()).toEqual([[`submission.created ${id}`], [id]]);
    expect(await types()).toEqual(['marked', 'released', 'marked', 'released']);
    expect(await prisma.monthlyUsage.count({ where: { userId: user.id } })).toBe(0);
  });

  it('hear at once of what is called good while it is checked', async () => {
    const id = await storeChecked();
    for (let n = 0; n < 2; n += 1) {
      expect((await mark([id], false)).body).toEqual({ count: 0 });
      expect((await call(`GET /submissions/${id}`)).body).toMatchObject({ isSpam: false, isChecking: false });
      expect(await told()).toEqual([[`submission.created ${id}`], [id]]);
    }
    expect(await types()).toEqual([]);
  });
});

it('a deletion of many is one change of each of its pieces', async () => {
  await account.deps.database.pool.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, '{}', now() from generate_series(1, 5001)`,
    [form.id],
  );
  expect((await call('POST /submissions/delete', { filter: {} })).body).toEqual({ count: 5_001 });
  const pieces = (await changes()).map(({ position, ids }) => [position, ids.length]);
  expect(pieces).toEqual([
    [1, 5_000],
    [5_001, 1],
  ]);
});

it('a form that is deleted is one change, which names none of its submissions', async () => {
  await store(3);
  await call('DELETE ');
  expect(await changes()).toEqual([change(1, 'deleted', [null])]);
});

it('a change that is not made leaves none', async () => {
  const { pool } = account.deps.database;
  const [id = ''] = await store(1);
  await pool.query('alter table form_totals rename to hidden_totals');
  try {
    expect((await mark([id], true)).status).toBe(500);
    expect((await call(`DELETE /submissions/${id}`)).status).toBe(500);
  } finally {
    await pool.query('alter table hidden_totals rename to form_totals');
  }
  expect(await changes()).toEqual([]);
});

it.each(['marked', 'released', 'deleted'])(
  'what is %s is recorded before it is counted, so that what waits for the account holds no counter',
  async (type) => {
    const { prisma, pool } = account.deps.database;
    const [id = ''] = await store(1, type === 'released');
    await prisma.changeHead.create({ data: { userId: user.id, position: 0 } });
    const { changing } = await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select from change_heads where user_id = ${user.id}::uuid for update`;
      const answer = type === 'deleted' ? call(`DELETE /submissions/${id}`) : mark([id], type === 'marked');
      await waitUntil(
        async () =>
          (
            await pool.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
        { what: 'the change to wait for the head' },
      );
      const free = await pool.query('select from form_totals where form_id = $1 for update skip locked', [form.id]);
      expect(free.rowCount).toBe(1);
      return { changing: answer };
    });
    expect((await changing).status).toBeLessThan(300);
    expect(await changes()).toEqual([change(1, type, [id])]);
  },
);
