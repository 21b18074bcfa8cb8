import { randomUUID } from 'node:crypto';
import type { NewApiKey } from '@inlet/contracts/api-keys';
import type { SubmissionPage } from '@inlet/contracts/submissions';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import {
  announce,
  type Following,
  type FollowOptions,
  follow,
  listenerCount,
  startLive,
} from '#inbox/live/live.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  await startLive(account, (await buildForm(prisma, { userId: user.id })).id, token);
});
afterAll(() => account.close());
beforeEach(async () => {
  form = await buildForm(account.deps.database.prisma, { userId: user.id });
});

/** A stream that ends with the test, and which knows its place. */
async function open(options: Partial<FollowOptions> & { formId?: string } = {}): Promise<Following> {
  const { formId = form.id, ...rest } = options;
  const following = await follow(account, formId, { token, ...rest });
  onTestFinished(following.leave);
  if (!rest.isIdle) await waitUntil(() => following.lastEventId() !== undefined, { what: 'a position in the stream' });
  return following;
}

const stored = (overrides: Partial<Parameters<typeof buildSubmission>[1]> = {}) =>
  buildSubmission(account.deps.database.prisma, { formId: form.id, ...overrides });
const several = (count: number) => Promise.all(Array.from({ length: count }, () => stored()));
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const kindsOf = ({ events }: Following) => events.map(({ event }) => event);

describe('the stream of a form', () => {
  it('tells of each submission as the list shows it', async () => {
    const following = await open();
    const row = await stored();
    await announce(account, row);
    await waitUntil(() => following.ids().length === 1);
    const list = await account.call(`GET /api/v1/forms/${form.id}/submissions`, { token });
    const [shown] = (list.body as SubmissionPage).submissions;
    expect(following.events).toEqual([
      { event: 'submission', id: expect.stringMatching(/^\d+-\d+\.0$/), data: JSON.stringify(shown) },
    ]);
  });

  it.each(['read', 'write'])('is open to an API key that may %s', async (scope) => {
    const owner = await accountOf(account);
    const body = { name: 'tail', scope, password: testPassword };
    const made = await account.call('POST /api/v1/me/api-keys', { token: await account.signIn(owner), body });
    const { id: formId } = await buildForm(account.deps.database.prisma, { userId: owner.id });
    const following = await open({ formId, token: (made.body as NewApiKey).key });
    const row = await stored({ formId });
    await announce(account, row);
    await waitUntil(() => following.ids().length === 1);
    expect(following.ids()).toEqual([row.id]);
  });

  it('is one that no browser, proxy or cache changes', async () => {
    const { answer } = await open();
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });

  it('gives the fields as they were stored, not as a parser would change them', async () => {
    const text = '{"n":1.0,"big":12345678901234567890,"__proto__":{"a":1e400},\r\n"a":"שלום 👋",\n\n"a":2}';
    const following = await open();
    const id = randomUUID();
    await account.deps.database.pool.query(
      'insert into submissions (id, form_id, data, created_at) values ($1, $2, $3, now())',
      [id, form.id, text],
    );
    await announce(account, { id, formId: form.id });
    await waitUntil(() => following.events.length === 1);
    expect(following.events[0]?.data).toContain(`"data":${text.replace('\r', '')}`);
  });

  it('tells everybody who follows the form, and nobody else', async () => {
    const other = await buildForm(account.deps.database.prisma, { userId: user.id });
    const following = await Promise.all([open(), open(), open({ formId: other.id })]);
    const [row, ofOther] = [await stored(), await stored({ formId: other.id })];
    await announce(account, row, ofOther);
    await waitUntil(() => following.every(({ events }) => events.length > 0));
    expect(following.map((one) => one.ids())).toEqual([[row.id], [row.id], [ofOther.id]]);
  });

  it('keeps the order in which a batch came', async () => {
    const following = await open();
    const rows = await several(20);
    await announce(account, ...rows);
    await waitUntil(() => following.ids().length === 20);
    expect(following.ids()).toEqual(idsOf(rows));
  });

  it('leaves out spam, what is deleted by now, and what is announced under a form that is not its own', async () => {
    const following = await open();
    const other = await buildForm(account.deps.database.prisma, {
      userId: (await buildUser(account.deps.database.prisma)).id,
    });
    const foreign = await stored({ formId: other.id });
    const rows = [await stored({ isSpam: true }), { ...foreign, formId: form.id }, await stored()];
    await announce(account, { id: randomUUID(), formId: form.id }, ...rows);
    await waitUntil(() => following.events.length > 0);
    expect(following.ids()).toEqual(idsOf(rows.slice(2)));
  });

  it('tells large ones whole, and asks to read again where they are too large together', async () => {
    const following = await open();
    const large = (index: number) => stored({ data: { index, text: 'x'.repeat(900_000) } });
    const rows = await Promise.all([1, 2, 3, 4, 5].map(large));
    await announce(account, ...rows.slice(0, 4));
    await waitUntil(() => following.events.length === 4);
    expect(following.events.every(({ data }) => data.length > 900_000)).toBe(true);
    await announce(account, ...rows);
    await waitUntil(() => following.events.length === 5);
    expect(following.events[4]?.event).toBe('reset');
  });

  it('asks the listeners of a form that gets many at once to read again, once for a burst', async () => {
    const following = await open();
    for (let n = 0; n < 5; n += 1)
      await announce(
        account,
        ...idsOf(Array.from({ length: 21 }, () => ({ id: randomUUID() }))).map((id) => ({ id, formId: form.id })),
      );
    await announce(account, await stored());
    await waitUntil(() => following.events.length > 0);
    const after = await stored();
    await announce(account, after);
    await waitUntil(() => following.ids().includes(after.id));
    expect(kindsOf(following)).toEqual(['reset', 'submission']);
    expect(following.events[0]).toMatchObject({ id: expect.stringMatching(/^\d+-\d+$/), data: '{}' });
  });

  it('does not begin for HEAD, whose answer could never end', async () => {
    const { status, answer, hasEnded } = await follow(account, form.id, { token, method: 'HEAD' });
    answer.resume();
    await waitUntil(hasEnded);
    expect([status, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await listenerCount(account)).toBe(0);
  });
});

describe('a client that comes back', () => {
  it('gets what was stored meanwhile, without a gap or a repeat', async () => {
    const first = await open();
    const rows = await several(7);
    await announce(account, ...rows.slice(0, 2));
    await waitUntil(() => first.ids().length === 2);
    first.leave();
    for (const row of rows.slice(2, 6)) await announce(account, row);
    const second = await open({ lastEventId: first.lastEventId() });
    await announce(account, ...rows.slice(6));
    await waitUntil(() => second.ids().length >= 5);
    expect(second.ids()).toEqual(idsOf(rows.slice(2)));
    expect(kindsOf(second)).not.toContain('reset');
  });

  it('gets the rest of a batch of which it had seen a part', async () => {
    const first = await open();
    const rows = await several(5);
    await announce(account, ...rows);
    await waitUntil(() => first.ids().length === 5);
    const second = await open({ lastEventId: first.events[1]?.id });
    await waitUntil(() => second.ids().length >= 3);
    expect(second.ids()).toEqual(idsOf(rows.slice(2)));
  });

  it('gets nothing when nothing was stored', async () => {
    const first = await open();
    const second = await open({ lastEventId: first.lastEventId() });
    expect([second.events, second.lastEventId()]).toEqual([[], first.lastEventId()]);
  });

  it.each([
    ['a position that is forgotten', '1-0'],
    ['a position that never was', '99999999999999-0.3'],
    ['nonsense', "'; drop table forms; --"],
  ])('is asked to read again from %s', async (_what, lastEventId) => {
    const following = await open({ lastEventId });
    expect(kindsOf(following)).toEqual(['reset']);
    const row = await stored();
    await announce(account, row);
    await waitUntil(() => following.ids().length === 1);
    expect(following.ids()).toEqual([row.id]);
  });

  it('is asked to read again after having missed more than a hundred', async () => {
    const first = await open();
    const rows = await several(101);
    for (let from = 0; from < 101; from += 20) await announce(account, ...rows.slice(from, from + 20));
    await waitUntil(() => first.ids().length === 101);
    const start = first.events[0]?.id;
    expect(kindsOf(await open({ lastEventId: start })).length).toBe(100);
    const row = await stored();
    await announce(account, row);
    await waitUntil(() => first.ids().length === 102);
    expect(kindsOf(await open({ lastEventId: start }))).toEqual(['reset']);
  });
});

describe('the room for streams', () => {
  it('is bounded for an account, and free again when somebody leaves', async () => {
    const one = await buildUser(account.deps.database.prisma);
    const own = await buildForm(account.deps.database.prisma, { userId: one.id });
    const ofOne = { token: await account.signIn(one), formId: own.id };
    const hundred = await Promise.all(Array.from({ length: 100 }, () => open(ofOne)));
    expect(await listenerCount(account)).toBe(100);
    const refused = await account.call(`GET /api/v1/forms/${own.id}/live`, { token: ofOne.token });
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_listeners' }]);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await open()).status).toBe(200);

    hundred[0]?.leave();
    await waitUntil(async () => (await listenerCount(account)) === 100);
    expect((await open(ofOne)).status).toBe(200);
    for (const following of hundred) following.leave();
    await waitUntil(async () => (await listenerCount(account)) === 2);
  });

  it('is not taken by somebody who does not read', async () => {
    const [reading, idle] = [await open(), await open({ isIdle: true })];
    const text = 'x'.repeat(900_000);
    const before = await listenerCount(account);
    let sent = 0;
    while ((await listenerCount(account)) === before && sent < 60) {
      await announce(account, await stored({ data: { text } }));
      sent += 1;
      await waitUntil(() => reading.events.length === sent);
    }
    expect(sent).toBeLessThan(60);
    idle.answer.resume();
    await waitUntil(idle.hasEnded);
    const row = await stored();
    await announce(account, row);
    await waitUntil(() => reading.ids().includes(row.id));
  });
});
