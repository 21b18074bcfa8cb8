import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createConfirmationTokens } from '@inlet/mail/visitors/confirmation-tokens';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
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
  await prisma.notifications.create({ data: { formId: form.id, mode: 'instant', confirmAddresses: true } });
});

const change = async (body: unknown) => {
  const answer = await account.call(`PATCH /api/v1/forms/${form.id}/notifications`, { token, body });
  expect(answer.status).toBe(200);
};
const setBefore = (before: 'notify' | 'confirmed') => change({ confirmation: { before } });

/** Stores and records submissions like the worker. */
const insertSql = `
with inserted as (
  insert into submissions (id, form_id, data, created_at)
  select gen_random_uuid(), $1, '{"email":"ada@example.com"}', $3 from generate_series(1, $2::int) returning id, form_id
)
select array_agg(inserted.id) as ids,
  record_changes(array_agg('created'::text), array_agg(inserted.id), array_agg(form_id), array_agg(user_id))
from inserted join forms on forms.id = form_id`;
async function arrive({ count = 1, isAsked = true, at = new Date() } = {}): Promise<string[]> {
  const { pool } = account.deps.database;
  const { rows } = await pool.query<{ ids: string[] }>(insertSql, [form.id, count, at]);
  const ids = rows[0]?.ids ?? [];
  if (!isAsked) return ids;
  await pool.query(`delete from notices where form_id = $1 and purpose = 'confirm'`, [form.id]);
  await pool.query(`update submissions set confirmation = 'asked' where id = any ($1)`, [ids]);
  return ids;
}
async function click(submissionId = ''): Promise<void> {
  const link = createConfirmationTokens(account.deps.config.ENCRYPTION_KEYS).sign({ submissionId, at: Date.now() });
  const body = new URLSearchParams({ token: link });
  expect((await fetch(`${account.url}/confirm-address`, { method: 'POST', body })).status).toBe(200);
}
const noticesOf = (purpose: string) =>
  account.deps.database.prisma.notice.findMany({ where: { formId: form.id, purpose }, orderBy: { id: 'asc' } });
/** The submissions that the worker names: those of each notice that do not count as mailed before it. */
async function named(): Promise<string[]> {
  const [notices, mailed] = [await noticesOf('notification'), await noticesOf('mailed')];
  return notices.flatMap(({ id, ids }) =>
    ids.filter((each) => !mailed.some((earlier) => earlier.id < id && earlier.ids.includes(each))),
  );
}

describe('a submission that waits for a click is mailed once', () => {
  it('where every submission is mailed from then on', async () => {
    await setBefore('confirmed');
    const [id = ''] = await arrive();
    expect(await named()).toEqual([]);
    await setBefore('notify');
    expect(await named()).toEqual([id]);
    await click(id);
    expect(await named()).toEqual([id]);
  });

  it('where visitors are not asked any more', async () => {
    await setBefore('confirmed');
    const [id = ''] = await arrive();
    await change({ confirmation: { enabled: false } });
    expect(await named()).toEqual([id]);
    await click(id);
    expect(await named()).toEqual([id]);
  });

  it('where only confirmed ones are mailed from then on', async () => {
    const [early = ''] = await arrive();
    await setBefore('confirmed');
    const [late = ''] = await arrive();
    for (const id of [early, late]) await click(id);
    expect(await named()).toEqual([early, late]);
  });

  it('where the owner changes it there and back, and there again', async () => {
    await setBefore('confirmed');
    const [id = ''] = await arrive();
    for (const before of ['notify', 'confirmed', 'notify', 'confirmed'] as const) await setBefore(before);
    await click(id);
    expect(await named()).toEqual([id]);
    expect(await noticesOf('mailed')).toMatchObject([{ ids: [id] }]);
    // The one of the change back, and the one of the click.
    expect(await noticesOf('notification')).toMatchObject([{ ids: [id] }, { ids: [id] }]);
  });

  it('where its visitor is not asked yet', async () => {
    await setBefore('confirmed');
    const [id = ''] = await arrive({ isAsked: false });
    await setBefore('notify');
    expect(await named()).toEqual([id]);
  });

  it('where its visitor has clicked while it was in the spam folder', async () => {
    const [id = ''] = await arrive();
    const mark = (isSpam: boolean) =>
      account.call(`PATCH /api/v1/forms/${form.id}/submissions/${id}`, { token, body: { isSpam } });
    await mark(true);
    await click(id);
    await setBefore('confirmed');
    await mark(false);
    expect(await named()).toEqual([id]);
  });
});

it('nothing is mailed that waits for no click, and nothing twice where other settings change', async () => {
  await setBefore('confirmed');
  await arrive({ at: new Date(Date.now() - 9 * 86_400_000) });
  const [confirmed = '', unasked = ''] = await arrive({ count: 2 });
  await account.deps.database.prisma.submission.update({
    where: { id: unasked },
    data: { confirmation: 'no_address' },
  });
  await click(confirmed);
  await change({ mode: 'daily', confirmation: { copy: true } });
  expect(await named()).toEqual([confirmed]);
  await setBefore('notify');
  expect(await named()).toEqual([confirmed]);
});

it('nothing is kept where the owner wants no mail', async () => {
  await change({ mode: 'off', confirmation: { before: 'confirmed' } });
  await arrive();
  await setBefore('notify');
  await setBefore('confirmed');
  expect([...(await noticesOf('notification')), ...(await noticesOf('mailed'))]).toEqual([]);
});

it('a click mails nothing that came while mails were off, once mails are on again', async () => {
  await change({ mode: 'off' });
  const [id = ''] = await arrive();
  await change({ mode: 'instant' });
  await setBefore('confirmed');
  await click(id);
  expect(await named()).toEqual([]);
});

it('thousands are mailed by notices of a batch', async () => {
  await setBefore('confirmed');
  await arrive({ count: 1_201 });
  await setBefore('notify');
  const sizes = (await noticesOf('notification')).map(({ ids }) => ids.length);
  expect(sizes).toEqual([500, 500, 201]);
});

it('the newest submissions of a large form are looked at', async () => {
  await setBefore('confirmed');
  await arrive({ at: new Date(Date.now() - 60_000) });
  const [next = ''] = await arrive({ at: new Date(Date.now() - 30_000) });
  await account.deps.database.pool.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, '{}', now() from generate_series(1, 19999)`,
    [form.id],
  );
  await setBefore('notify');
  expect(await named()).toEqual([next]);
});

it('a submission that is being recorded is mailed as well', async () => {
  await setBefore('confirmed');
  await arrive();
  const { pool } = account.deps.database;
  const worker = await pool.connect();
  onTestFinished(() => worker.release());
  await worker.query('begin');
  const { rows } = await worker.query<{ ids: string[] }>(insertSql, [form.id, 1, new Date()]);
  const changing = setBefore('notify');
  await waitUntil(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like '%change_heads%'`,
    );
    return rowCount === 1;
  });
  await worker.query('commit');
  await changing;
  expect(await named()).toContain(rows[0]?.ids[0]);
});
