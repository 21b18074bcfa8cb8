import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@inlet/contracts/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword as password } from '#account-of.test-setup.ts';
import { createInvitation } from '#identity/invitations/create-invitation.ts';

let open: TestAccount;
let closed: TestAccount;
beforeAll(async () => {
  [open, closed] = await Promise.all([startTestAccount(), startTestAccount({ SIGN_UP: 'invite' })]);
});
afterAll(() => Promise.all([open.close(), closed.close()]));

const signUp = (account: TestAccount, body: unknown) => account.call('POST /api/auth/sign-up', { body });
const newEmail = () => `${randomUUID()}@example.com`;
const prismaOf = (account: TestAccount) => account.deps.database.prisma;
const invite = async (email: string) => (await createInvitation(prismaOf(closed), email)).token;

describe('sign-up that is open to anybody', () => {
  it('makes an account without a plan, and signs in to it', async () => {
    const email = newEmail();
    const answer = await signUp(open, { email, password });
    expect(answer.status).toBe(201);
    const session = sessionSchema.strict().parse(answer.body);
    expect(session.user).toMatchObject({ email, plan: null, subscriptionStatus: 'inactive' });
    expect(session).not.toHaveProperty('refresh_token');
    expect(answer.headers.getSetCookie()[0]).toMatch(/^inlet_refresh=[0-9a-f-]{36}\..*HttpOnly/);
    expect((await open.call('GET /api/v1/me', { token: session.access_token })).status).toBe(200);
    expect(await auditOf(open, session.user.id)).toEqual(['account.created']);
    expect((await open.call('POST /api/auth/sign-in', { body: { email, password } })).status).toBe(200);
  });

  it('gives a program the refresh token in the body', async () => {
    const answer = await signUp(open, { email: newEmail(), password, transport: 'token' });
    expect(sessionSchema.parse(answer.body).refresh_token).toMatch(/^[0-9a-f-]{36}\./);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('refuses an address that has an account, in any case, and leaves that account alone', async () => {
    const user = await accountOf(open);
    const answer = await signUp(open, { email: ` ${user.email.toUpperCase()}`, password: 'another one' });
    expect([answer.status, answer.body]).toEqual([
      409,
      { error: 'An account with this email address exists already', code: 'email_taken' },
    ]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await prismaOf(open).user.findUnique({ where: { id: user.id } })).toEqual(user);
  });

  it('refuses a password that is too short or too easy, and makes no account', async () => {
    const email = newEmail();
    for (const easy of ['short77', 'iloveyou', email]) {
      const answer = await signUp(open, { email, password: easy });
      expect([answer.status, answer.body]).toMatchObject([422, { issues: [{ field: 'password' }] }]);
    }
    expect(await prismaOf(open).user.count({ where: { email } })).toBe(0);
  });

  it('makes one account of several sign-ups with one address at once', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(open, { email, password })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await prismaOf(open).user.count({ where: { email } })).toBe(1);
  });

  it('marks an invitation that is given as used, and does not mind one that is not valid', async () => {
    const email = newEmail();
    const { token, invitation } = await createInvitation(prismaOf(open), email);
    const answer = await signUp(open, { email, password, invite: token });
    const { user } = sessionSchema.parse(answer.body);
    const used = await prismaOf(open).invitation.findUniqueOrThrow({ where: { id: invitation.id } });
    expect(used).toMatchObject({ userId: user.id, usedAt: expect.any(Date) });
    const invited = await prismaOf(open).user.findUniqueOrThrow({ where: { id: user.id } });
    expect(invited.emailVerifiedAt).not.toBeNull();
    expect((await signUp(open, { email: newEmail(), password, invite: token })).status).toBe(201);
  });
});

describe('sign-up by invitation', () => {
  const refusal = {
    error: 'Inlet is open by invitation only.',
    code: 'invite_required',
  };

  async function expectClosed(body: object): Promise<void> {
    const before = await prismaOf(closed).user.count();
    const answer = await signUp(closed, { password, ...body });
    expect([answer.status, answer.body]).toEqual([403, refusal]);
    expect(await prismaOf(closed).user.count()).toBe(before);
  }

  it('lets in who was invited, once', async () => {
    const email = newEmail();
    const token = await invite(email);
    const answer = await signUp(closed, { email, password, invite: token });
    expect(answer.status).toBe(201);
    await prismaOf(closed).user.deleteMany({ where: { email } });
    await expectClosed({ email, invite: token });
  });

  it('refuses everybody else in the same words', async () => {
    const email = newEmail();
    await expectClosed({ email });
    await expectClosed({ email, invite: 'made up' });
    await expectClosed({ email, invite: await invite(newEmail()) });
    const late = await createInvitation(prismaOf(closed), email);
    const expiresAt = new Date(Date.now() - 1);
    await prismaOf(closed).invitation.update({ where: { id: late.invitation.id }, data: { expiresAt } });
    await expectClosed({ email, invite: late.token });
  });

  it('does not reveal without an invitation which addresses have an account', async () => {
    const { email } = await accountOf(closed);
    await expectClosed({ email });
    await expectClosed({ email, invite: await invite(newEmail()) });
  });

  it('makes one account of several sign-ups with one invitation at once', async () => {
    const email = newEmail();
    const token = await invite(email);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => signUp(closed, { email, password, invite: token })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(201);
    for (const status of statuses.slice(1)) expect([403, 409]).toContain(status);
  });
});
