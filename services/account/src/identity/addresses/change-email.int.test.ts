import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@inlet/contracts/sessions';
import { buildForm } from '@inlet/testing/build-form';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword as password } from '#account-of.test-setup.ts';
import { createMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { mailsTo, newestMail, tokenIn } from '#mailbox.test-setup.ts';

let account: TestAccount;
let user: BuiltUser;
let token: string;
let email: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  user = await accountOf(account);
  token = await account.signIn(user);
  email = `${randomUUID()}@example.com`;
});
afterAll(() => account.close());

const ask = (body: object = {}) =>
  account.call('POST /api/auth/change-email', { token, body: { email, password, ...body } });
const confirm = (link: string) => account.call('POST /api/auth/confirm-email', { body: { token: link } });
const linkTo = async (address: string) => tokenIn(await newestMail(account, address));
const update = (id: string, data: object) => account.deps.database.prisma.user.update({ where: { id }, data });
const emailOf = async ({ id }: BuiltUser) =>
  (await account.deps.database.prisma.user.findUniqueOrThrow({ where: { id } })).email;

describe('a change of the address', () => {
  it('that was asked for with a password which is changed in the same moment is none', async () => {
    const { pool, prisma } = account.deps.database;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`update users set password_hash = 'of another password' where id = $1`, [user.id]);
      expect((await ask()).status).toBe(202);
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await mailsTo(account, email)).toEqual([]);
    expect(await prisma.mailToken.count({ where: { userId: user.id } })).toBe(0);
    expect(await auditOf(account, user.id)).toEqual([]);
  });

  it('happens when the link in the new mailbox is opened', async () => {
    const answer = await ask();
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect((await newestMail(account, email)).text).toContain('http://localhost:8080/auth?mode=confirm-email&token=');
    expect(await emailOf(user)).toBe(user.email);

    const confirmed = await confirm(await linkTo(email));
    expect([confirmed.status, confirmed.text]).toEqual([204, '']);
    expect(await emailOf(user)).toBe(email);
    expect((await account.call('GET /api/v1/me', { token })).body).toMatchObject({ id: user.id, email });
    expect((await account.call('POST /api/auth/sign-in', { body: { email, password } })).status).toBe(200);
    expect(await auditOf(account, user.id)).toEqual([
      'account.email_change_requested',
      'account.email_changed',
      'account.signed_in',
    ]);
    // The trail outlives both addresses.
    const stored = JSON.stringify(
      await account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } }),
    );
    for (const address of [user.email, email]) expect(stored).not.toContain(address);
  });

  it('is told to the old address, when it is asked for and when it has happened', async () => {
    await ask();
    const [asked] = await mailsTo(account, user.email);
    expect(asked?.text).toContain(email);
    await confirm(await linkTo(email));
    expect((await mailsTo(account, user.email)).map(({ subject }) => subject)).toEqual([
      'A new address for your account',
      'The address of your account was changed',
    ]);
    for (const mail of await mailsTo(account, user.email)) expect(mail.text).not.toContain('token=');
  });

  it('works once, also for several at the same moment', async () => {
    await ask();
    const link = await linkTo(email);
    const answers = await Promise.all([confirm(link), confirm(link), confirm(link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400, 400]);
    expect((await confirm(link)).body).toMatchObject({ code: 'invalid_token' });
  });

  it('is for the address that was asked for last', async () => {
    await ask();
    const older = await linkTo(email);
    await ask({ email: `newer-${email}` });
    const newer = await linkTo(`newer-${email}`);
    expect((await confirm(older)).status).toBe(400);
    expect((await confirm(newer)).status).toBe(204);
  });

  it('is refused after 24 hours', async () => {
    await ask();
    const { prisma } = account.deps.database;
    await account.deps.background.idle();
    const { expiresAt } = await prisma.mailToken.findFirstOrThrow({ where: { userId: user.id } });
    expect(Math.abs(expiresAt.getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);
    await prisma.mailToken.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await confirm(await linkTo(email))).status).toBe(400);
    expect(await emailOf(user)).toBe(user.email);
  });

  it('takes no link that was made for something else', async () => {
    const request = { personId: user.id, purpose: 'reset-password' } as const;
    const link = await account.deps.database.prisma.$transaction((tx) => createMailLink(tx, request));
    expect((await confirm(link.token)).body).toMatchObject({ code: 'invalid_token' });
  });

  it('ends the links to a new password that the old mailbox has', async () => {
    await account.call('POST /api/auth/forgot-password', { body: { email: user.email } });
    const old = await linkTo(user.email);
    await ask();
    await confirm(await linkTo(email));
    const body = { token: old, password: 'by the older link' };
    expect((await account.call('POST /api/auth/reset-password', { body })).status).toBe(400);
  });

  it('is refused without the right password', async () => {
    const answer = await ask({ password: 'wrong horse' });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'wrong_password' }]);
    expect(await mailsTo(account, email)).toEqual([]);
  });

  it('needs no password in a session that was confirmed within ten minutes, as of a person who has none', async () => {
    const { prisma } = account.deps.database;
    await prisma.person.update({ where: { id: user.id }, data: { passwordHash: null } });
    token = await account.signIn({ id: user.id, passwordHash: null });
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    const aged = { createdAt: new Date(Date.now() - 11 * 60_000) };
    await prisma.session.updateMany({ where: { personId: user.id }, data: aged });
    expect(await ask({ password: undefined })).toMatchObject({ status: 403, body: { code: 'confirmation_required' } });
    expect(await mailsTo(account, email)).toEqual([]);
    await prisma.session.updateMany({ where: { personId: user.id }, data: { confirmedAt: new Date() } });
    expect((await ask({ password: undefined })).status).toBe(202);
    expect((await confirm(await linkTo(email))).status).toBe(204);
    expect(await emailOf(user)).toBe(email);
  });

  it('is refused to the address that the account has', async () => {
    const answer = await ask({ email: ` ${user.email.toUpperCase()}` });
    expect([answer.status, answer.body]).toMatchObject([422, { issues: [{ field: 'email' }] }]);
  });

  it('is only for people who are signed in', async () => {
    const answer = await account.call('POST /api/auth/change-email', { body: { email, password } });
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'unauthorized' }]);
  });
});

describe('an address that has an account already', () => {
  it('is answered like any other, and the old mailbox cannot tell either', async () => {
    const other = await accountOf(account);
    const taken = await ask({ email: other.email });
    const free = await ask();
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    const [aboutTaken, aboutFree] = await mailsTo(account, user.email);
    expect(aboutTaken?.text.replace(other.email, email)).toBe(aboutFree?.text);
  });

  it('gets a mail that gives nothing away, and no link that changes anything', async () => {
    const other = await accountOf(account);
    await ask({ email: other.email });
    const [mail, ...more] = await mailsTo(account, other.email);
    expect(mail?.subject).toBe('This address has an account already');
    expect(mail?.text).not.toContain(user.email);
    expect(mail?.text).not.toContain('token=');
    expect(more).toEqual([]);
  });

  it('is refused when it was taken after the mail was sent', async () => {
    await ask();
    const link = await linkTo(email);
    await accountOf(account, email);
    const answer = await confirm(link);
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'email_taken' }]);
    expect(await emailOf(user)).toBe(user.email);
  });

  it('goes to the owner of the mailbox, where a stranger has only signed up with it', async () => {
    const squatter = { email, password: 'a strange password', transport: 'token' };
    const claim = () => account.call('POST /api/auth/sign-up', { body: squatter });
    const before = sessionSchema.parse((await claim()).body).access_token;
    await ask();
    const link = await linkTo(email);
    expect((await confirm(link)).status).toBe(204);
    expect(await emailOf(user)).toBe(email);
    expect((await account.call('GET /api/v1/me', { token: before })).status).toBe(401);
    expect((await claim()).status).toBe(409);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['has a form', (userId) => buildForm(account.deps.database.prisma, { userId })],
    ['is a customer at Stripe', (id) => update(id, { stripeCustomerId: `cus_${id}` })],
    ['has proved it', (id) => update(id, { emailVerifiedAt: new Date() })],
  ])('stays with an account that %s', async (_what, change) => {
    await ask();
    const link = await linkTo(email);
    const body = { email, password: 'a strange password', transport: 'token' };
    const signedUp = sessionSchema.parse((await account.call('POST /api/auth/sign-up', { body })).body);
    await change(signedUp.user.id);
    expect((await confirm(link)).body).toMatchObject({ code: 'email_taken' });
    expect((await account.call('GET /api/v1/me', { token: signedUp.access_token })).status).toBe(200);
    const older = (await mailsTo(account, email)).length;
    await ask();
    expect((await mailsTo(account, email)).slice(older).map(({ subject }) => subject)).toEqual([
      'This address has an account already',
    ]);
  });

  it('goes to one of two who confirm it at once', async () => {
    await ask();
    const mine = await linkTo(email);
    const rival = await accountOf(account);
    token = await account.signIn(rival);
    await ask();
    const theirs = await linkTo(email);
    const answers = await Promise.all([confirm(mine), confirm(theirs)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });
});
