import type { NewApiKey } from '@inlet/contracts/api-keys';
import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import {
  announce,
  count,
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
  user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
  await startLive(account);
});
afterAll(() => account.close());
beforeEach(async () => {
  const isQuiet = async () => (await listenerCount(account)) === 0;
  await waitUntil(isQuiet, { what: 'the streams of the test before to end' });
  form = await buildForm(account.deps.database.prisma, { userId: user.id });
});

/** A stream that closes after the test, and whose first event has arrived. */
async function open(options: Partial<FollowOptions> & { formId?: string } = {}): Promise<Following> {
  const { formId = form.id, ...rest } = options;
  const following = await follow(account, formId, { token, ...rest });
  onTestFinished(following.leave);
  if (!rest.isIdle) await waitUntil(() => following.events.length > 0, { what: 'the first event' });
  return following;
}

const store = (formId = form.id) => announce(account, formId);

describe('the stream of a form', () => {
  it('says at once how many submissions there are, and again when something came', async () => {
    await count(account, form.id);
    const following = await open();
    const changed = (total: number) => ({ event: 'changed', data: JSON.stringify({ formId: form.id, total }) });
    expect(following.events).toEqual([changed(1)]);
    await store();
    await waitUntil(() => following.events.length > 1);
    expect(following.events).toEqual([changed(1), changed(2)]);
  });

  it.each([
    ['marked as spam', 'POST', '/mark', { isSpam: true }],
    ['deleted', 'POST', '/delete', {}],
    ['changed to spam', 'PATCH', '', { isSpam: true }],
    ['deleted by itself', 'DELETE', '', undefined],
  ])('says so when a submission is %s', async (_what, method, path, body) => {
    const { id } = await buildSubmission(account.deps.database.prisma, { formId: form.id });
    await count(account, form.id);
    const following = await open();
    const several = path !== '';
    const address = `/api/v1/forms/${form.id}/submissions${several ? path : `/${id}`}`;
    await account.call(`${method} ${address}`, { token, body: several ? { ids: [id], ...body } : body });
    await waitUntil(() => following.totals().at(-1) === 0);
  });

  it.each(['read', 'write'])('is open to an API key that may %s', async (scope) => {
    const owner = await accountOf(account);
    const body = { name: 'tail', scope, password: testPassword };
    const made = await account.call('POST /api/v1/me/api-keys', { token: await account.signIn(owner), body });
    const { id: formId } = await buildForm(account.deps.database.prisma, { userId: owner.id });
    const following = await open({ formId, token: (made.body as NewApiKey).key });
    await store(formId);
    await waitUntil(() => following.totals().at(-1) === 1);
  });

  it('is one that no browser, proxy or cache changes', async () => {
    const { answer } = await open();
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });

  it('reaches every client that follows the form, and no other', async () => {
    const other = await buildForm(account.deps.database.prisma, { userId: user.id });
    const [first, second, ofOther] = [await open(), await open(), await open({ formId: other.id })];
    await store();
    await waitUntil(() => [first, second].every((one) => one.totals().at(-1) === 1));
    await store(other.id);
    await waitUntil(() => ofOther.totals().at(-1) === 1);
    // The second form's event came later, so an event of the first one would have arrived by now.
    expect(ofOther.totals()).toEqual([0, 1]);
  });

  it('joins what comes in a burst', async () => {
    const following = await open();
    for (let stored = 0; stored < 100; stored += 1) await store();
    await waitUntil(() => following.totals().at(-1) === 100);
    expect(following.events.length).toBeLessThan(100);
  });

  it('comes to no harm by a message that is none', async () => {
    const following = await open();
    const { redis, keys } = account.deps;
    for (const message of ['nonsense', '{}', '[1]']) await redis.publish(keys.storedForms, message);
    await store();
    await waitUntil(() => following.totals().at(-1) === 1);
  });

  it('does not begin for HEAD, whose response could never end', async () => {
    const { status, answer, hasEnded } = await follow(account, form.id, { token, method: 'HEAD' });
    answer.resume();
    await waitUntil(hasEnded);
    expect([status, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await listenerCount(account)).toBe(0);
  });
});

describe('the number of streams', () => {
  it('is bounded for an account, and there is room again when a client leaves', async () => {
    const one = await buildUser(account.deps.database.prisma);
    const own = await buildForm(account.deps.database.prisma, { userId: one.id });
    const ofOne = { token: await account.signIn(one), formId: own.id };
    const hundred = await Promise.all(Array.from({ length: 100 }, () => open(ofOne)));
    const refused = await account.call(`GET /api/v1/forms/${own.id}/live`, { token: ofOne.token });
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'too_many_listeners' }]);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await open()).status).toBe(200);

    hundred[0]?.leave();
    await waitUntil(async () => (await listenerCount(account)) === 100);
    expect((await open(ofOne)).status).toBe(200);
  });
});
