import { randomUUID } from 'node:crypto';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { announceForms } from '#forms/directory/announce-form.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import { mailsTo } from '#mailbox.test-setup.ts';
import { ensureWaitlist } from '#users/waitlist/system-account.ts';

const password = 'correct horse';
let passwordHash: string;
let account: TestAccount;
let user: BuiltUser;
let token: string;
let forms: Form[];

beforeAll(async () => {
  account = await startTestAccount();
  passwordHash = await hashPassword(password);
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await newUser();
  token = await account.signIn(user);
  forms = await giveForms(user);
});

const newUser = (overrides = {}) => buildUser(account.deps.database.prisma, { passwordHash, ...overrides });

/** Two forms that the directory knows, and a month in which something was used. */
async function giveForms({ id: userId }: BuiltUser): Promise<Form[]> {
  const { prisma } = account.deps.database;
  const made = [await buildForm(prisma, { userId }), await buildForm(prisma, { userId })];
  await prisma.$transaction((tx) => announceForms(tx, userId));
  await account.deps.relay.deliver();
  await prisma.monthlyUsage.create({ data: { userId, month: new Date('2026-11-01'), submissionCount: 5 } });
  return made;
}

const remove = (body: unknown = { password }, by = token) => account.call('DELETE /api/v1/me', { token: by, body });
const entries = (of = forms) => account.deps.redis.exists(of.map(({ endpointId }) => account.keys.form(endpointId)));

/** How many rows of each table speak of an account. */
async function rowsOf({ id }: BuiltUser): Promise<Record<string, number>> {
  const tables = ['sessions', 'forms', 'api_keys', 'mail_tokens', 'audit_events', 'monthly_usage', 'quotas'];
  const { pool } = account.deps.database;
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rowCount } = await pool.query(`select from ${table} where user_id = $1`, [id]);
      return [table, rowCount ?? 0] as const;
    }),
  );
  const users = await pool.query('select from users where id = $1', [id]);
  return { users: users.rowCount ?? 0, ...Object.fromEntries(counts) };
}

describe('deleting the account', () => {
  it('leaves nothing of it behind, and no one signed in', async () => {
    const body = { name: 'R', scope: 'write', password };
    const { key } = (await account.call('POST /api/v1/me/api-keys', { token, body })).body as { key: string };
    const quota = { userId: user.id, period: 'storage', resource: 'storage' };
    await account.deps.database.prisma.quota.create({ data: quota });
    expect(Object.values(await rowsOf(user)).filter((count) => count > 0)).toHaveLength(7);
    const answer = await remove();
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(Object.values(await rowsOf(user)).every((count) => count === 0)).toBe(true);
    for (const by of [token, key]) expect((await account.call('GET /api/v1/me', { token: by })).status).toBe(401);
  });

  it('is confirmed by a mail to the address that the account had', async () => {
    await remove();
    const mails = await mailsTo(account, user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account was deleted']);
  });

  it('is refused to a guesser, after ten wrong passwords even with the right one', async () => {
    const strict = await startTestAccount({ RATE_LIMITS: 'on' });
    onTestFinished(strict.close);
    const guessed = await buildUser(strict.deps.database.prisma, { passwordHash });
    const by = await strict.signIn(guessed);
    const guess = (body: object) => strict.call('DELETE /api/v1/me', { token: by, body });
    for (let n = 0; n < 10; n += 1) expect((await guess({ password: 'wrong horse' })).status).toBe(403);
    const refused = await guess({ password });
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await strict.deps.database.prisma.user.count()).toBe(1);
  });

  describe('whose address is on the waitlist', () => {
    const invite = (userId: string | null, email = user.email) => {
      const id = randomUUID();
      const data = { id, userId, email, tokenHash: id, expiresAt: new Date() };
      return account.deps.database.prisma.invitation.create({ data });
    };
    const invitations = async () =>
      (await account.deps.database.prisma.invitation.findMany()).map(({ id }) => id).toSorted();

    async function wait(email: string): Promise<string> {
      const { prisma } = account.deps.database;
      await ensureWaitlist(account.deps);
      const { id: formId } = await prisma.form.findFirstOrThrow({ where: { name: 'Waitlist' } });
      return (await buildSubmission(prisma, { formId, data: { email } })).id;
    }
    const stillWaiting = async (ids: string[]) =>
      (await account.deps.database.prisma.submission.findMany({ where: { id: { in: ids } } })).map(({ id }) => id);

    it('deletes that too when it came by an invitation, so that it is not invited again', async () => {
      const other = await invite(null, 'somebody-else@example.com');
      const before = await invitations();
      await invite(user.id);
      await invite(null);
      const [own, foreign] = [await wait(` ${user.email.toUpperCase()} `), await wait('somebody-else@example.com')];
      expect((await remove()).status).toBe(204);
      expect(await invitations()).toEqual(before);
      expect(before).toContain(other.id);
      expect(await stillWaiting([own, foreign])).toEqual([foreign]);
    });

    it('takes along the address that was invited, where another one has taken its place', async () => {
      await invite(user.id, 'before@example.com');
      const entries = [await wait('before@example.com'), await wait(user.email)];
      await remove();
      expect(await stillWaiting(entries)).toEqual([]);
    });

    it('deletes nothing of a stranger when the address was never proved', async () => {
      const invitation = await invite(null);
      const entry = await wait(user.email);
      await remove();
      expect(await invitations()).toContain(invitation.id);
      expect(await stillWaiting([entry])).toEqual([entry]);
    });
  });

  it('clears the cookie of the browser that asked', async () => {
    const [cookie] = (await remove()).headers.getSetCookie();
    expect(cookie).toMatch(/^inlet_refresh=;.*Expires=Thu, 01 Jan 1970/);
  });

  it('closes every endpoint by the time it responds, and leaves a note of every form', async () => {
    expect(await entries()).toBe(2);
    await remove();
    expect(await entries()).toBe(0);
    const notes = await account.deps.database.prisma.formDeletion.findMany({
      where: { formId: { in: forms.map(({ id }) => id) } },
    });
    expect(notes).toHaveLength(2);
  });

  it.each([
    [403, 'wrong_password', { password: 'wrong horse' }],
    // A wrong password is refused, however short.
    [403, 'wrong_password', { password: 'wrong' }],
    [422, 'invalid_input', { password: '' }],
    [422, 'invalid_input', { password: ['correct horse'] }],
  ])('is refused with %i %s for %j', async (status, code, body) => {
    const answer = await remove(body);
    expect([answer.status, answer.body]).toMatchObject([status, { code }]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await rowsOf(user)).toMatchObject({ users: 1, sessions: 1, forms: 2 });
    expect(await entries()).toBe(2);
    expect(await mailsTo(account, user.email)).toEqual([]);
  });

  it('is possible without a subscription', async () => {
    const lapsed = await newUser({ subscriptionStatus: 'inactive', stripeSubscriptionId: null });
    expect((await remove({ password }, await account.signIn(lapsed))).status).toBe(204);
  });

  it('leaves every other account as it is', async () => {
    const other = await newUser();
    await account.signIn(other);
    const theirs = await giveForms(other);
    const before = await rowsOf(other);
    await remove();
    expect(await rowsOf(other)).toEqual(before);
    expect(await entries(theirs)).toBe(2);
  });

  it('happens once although it is asked for twice at once', async () => {
    const answers = await Promise.all([remove(), remove()]);
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([204, 401]);
  });

  it('beside other work of the account breaks nothing and leaves nothing', async () => {
    const [id] = forms.map((form) => form.id);
    const others = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) =>
        account.call('POST /api/v1/forms', { token, body: { ...newForm, name: `Form ${n}` } }),
      ),
      ...Array.from({ length: 6 }, (_, n) =>
        account.call('POST /api/v1/me/api-keys', { token, body: { name: `Key ${n}`, scope: 'read', password } }),
      ),
      remove(),
      account.call(`PATCH /api/v1/forms/${id}`, { token, body: { name: 'Changed' } }),
      account.call(`DELETE /api/v1/forms/${id}`, { token }),
      account.call('GET /api/v1/me/export', { token }),
    ]);
    for (const { status } of others) expect(status).toBeLessThan(500);
    expect(Object.values(await rowsOf(user)).every((count) => count === 0)).toBe(true);
    expect(await entries()).toBe(0);
  });
});
