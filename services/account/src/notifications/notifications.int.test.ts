import { randomUUID } from 'node:crypto';
import { formEntrySchema } from '@inlet/contracts/form-directory';
import { confirmationsPerDay, notificationsSchema } from '@inlet/contracts/notifications';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword as password } from '#account-of.test-setup.ts';
import { mailsTo, newestMail, tokenIn } from '#mailbox.test-setup.ts';

let account: TestAccount;
let user: BuiltUser;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await accountOf(account);
  token = await account.signIn(user);
  form = await buildForm(account.deps.database.prisma, { userId: user.id });
});

const someone = () => `${randomUUID()}@example.com`;
const read = async ({ id } = form) =>
  notificationsSchema.strict().parse((await account.call(`GET /api/v1/forms/${id}/notifications`, { token })).body);
const change = (body: unknown, { id } = form) =>
  account.call(`PATCH /api/v1/forms/${id}/notifications`, { token, body });
const add = (emails: readonly string[], of = form) => change({ recipients: emails.map((email) => ({ email })) }, of);
const resend = (email: string) =>
  account.call(`POST /api/v1/forms/${form.id}/notifications/resend`, { token, body: { email } });
const confirm = (link: string) => account.call('POST /api/recipients/confirm', { body: { token: link } });
const confirmBy = async (email: string) => confirm(tokenIn(await newestMail(account, email)));
const statesOf = async (of = form) => (await read(of)).recipients.map(({ email, state }) => [email, state]);
/** Ends the day of an address. */
const nextDay = () =>
  account.deps.redis.eval(
    `for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end`,
    0,
    `${account.keys.attempts('confirmations')}*`,
  );

describe('the notifications of a form', () => {
  it('are off for a form from before there were any', async () => {
    expect(await read()).toEqual({
      mode: 'off',
      recipients: [],
      autoReply: { enabled: false, subject: '', body: '', when: null },
      confirmation: { enabled: false, copy: false, before: 'notify' },
      alerts: { silence: false, surge: false, targetId: null },
    });
  });

  it('go to the owner of a new form, once the address of the account is verified', async () => {
    const create = async () => (await account.call('POST /api/v1/forms', { token, body: newForm })).body as Form;
    const first = await create();
    expect(await read(first)).toMatchObject({
      mode: 'instant',
      recipients: [{ email: user.email, confirmedAt: null, state: 'unconfirmed' }],
    });
    expect(await mailsTo(account, user.email)).toEqual([]);
    await account.call('POST /api/auth/forgot-password', { body: { email: user.email } });
    const link = tokenIn(await newestMail(account, user.email));
    const reset = { token: link, password: 'another horse' };
    expect((await account.call('POST /api/auth/reset-password', { body: reset })).status).toBe(204);
    token = await account.signIn(await account.deps.database.prisma.user.findUniqueOrThrow({ where: { id: user.id } }));
    await add([user.email]);
    for (const each of [first, await create(), form]) expect(await statesOf(each)).toEqual([[user.email, 'active']]);
    const asked = (await mailsTo(account, user.email)).filter(({ text }) => text.includes('confirm-recipient'));
    expect(asked).toEqual([]);
  });

  it('are changed in part, and say what was changed in the audit trail', async () => {
    const autoReply = { enabled: true, subject: 'Thank you', body: 'We answer soon.' };
    expect((await change({ mode: 'daily', autoReply })).body).toMatchObject({ mode: 'daily', autoReply });
    expect((await change({ alerts: { surge: true } })).body).toMatchObject({
      mode: 'daily',
      autoReply,
      alerts: { silence: false, surge: true },
    });
    await change({ mode: 'daily', alerts: { surge: true } });
    expect((await change({ confirmation: { enabled: true, before: 'confirmed' } })).body).toMatchObject({
      autoReply,
      confirmation: { enabled: true, copy: false, before: 'confirmed' },
    });
    await change({ confirmation: { copy: true, before: 'notify' } });
    const events = await account.deps.database.prisma.auditEvent.findMany({
      where: { userId: user.id },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action, details }) => [action, details])).toEqual([
      [
        'notifications.updated',
        { formId: form.id, name: form.name, fields: ['mode', 'autoReply', 'autoReplySubject', 'autoReplyBody'] },
      ],
      ['notifications.updated', { formId: form.id, name: form.name, fields: ['alertsSurge'] }],
      ['notifications.updated', { formId: form.id, name: form.name, fields: ['confirmAddresses', 'notifyConfirmed'] }],
      ['notifications.updated', { formId: form.id, name: form.name, fields: ['confirmCopy', 'notifyConfirmed'] }],
    ]);
  });

  it.each([
    ['six recipients', { recipients: Array.from({ length: 6 }, () => ({ email: someone() })) }],
    ['a recipient that is no address', { recipients: [{ email: 'a@b\r\nBcc: c@example.com' }] }],
    ['an automatic reply without a text', { autoReply: { enabled: true, subject: 'Thanks' } }],
    ['an automatic reply without a subject', { autoReply: { enabled: true, body: 'Thanks' } }],
    ['a subject of two lines', { autoReply: { subject: 'Thanks\r\nBcc: c@example.com' } }],
    ['a character that is not stored', { autoReply: { body: '\0' } }],
    ['another mode', { mode: 'hourly' }],
    ['another time for the mails', { confirmation: { before: 'never' } }],
  ])('are refused with %s', async (_what, body) => {
    expect((await change(body)).status).toBe(422);
    expect((await read()).mode).toBe('off');
  });

  it('to visitors are announced to ingest, which reads their language unless the form has one', async () => {
    const entry = async () =>
      formEntrySchema.parse(JSON.parse((await account.deps.redis.get(account.keys.form(form.endpointId))) ?? '{}'));
    const autoReply = { enabled: true, subject: 'Thanks', body: 'Soon' };
    await change({ autoReply });
    expect(await entry()).toMatchObject({ id: form.id, mailsVisitors: true });
    await change({ autoReply: { ...autoReply, enabled: false } });
    expect(await entry()).not.toHaveProperty('mailsVisitors');
    await change({ confirmation: { enabled: true } });
    expect(await entry()).toMatchObject({ mailsVisitors: true });
    await account.call(`PATCH /api/v1/forms/${form.id}`, { token, body: { language: 'de' } });
    expect(await entry()).toMatchObject({ language: 'de' });
    expect(await entry()).not.toHaveProperty('mailsVisitors');
  });

  it('of which something waits are due by their new mode', async () => {
    const { prisma } = account.deps.database;
    const dueAt = async () => (await prisma.notifications.findUniqueOrThrow({ where: { formId: form.id } })).dueAt;
    await change({ mode: 'daily' });
    const later = new Date(Date.now() + 3_600_000);
    await prisma.notifications.update({ where: { formId: form.id }, data: { dueAt: later } });
    await change({ mode: 'instant' });
    expect((await dueAt())?.getTime()).toBeLessThan(Date.now() + 1_000);
    await prisma.notifications.update({ where: { formId: form.id }, data: { lastMailAt: new Date(), dueAt: later } });
    await change({ mode: 'daily' });
    expect((await dueAt())?.toISOString()).toMatch(/T08:00:00.000Z$/);
    await change({ mode: 'instant' });
    expect(((await dueAt())?.getTime() ?? 0) - Date.now()).toBeGreaterThan(290_000);
    await change({ mode: 'off' });
    expect((await dueAt())?.getTime()).toBeLessThan(Date.now() + 1_000);
  });
});

describe('a digest that waits', () => {
  it('comes at 08:00 in the time zone of the account, also in one that is chosen later', async () => {
    const { prisma } = account.deps.database;
    await change({ mode: 'daily' });
    const where = { formId: form.id };
    await prisma.notifications.update({ where, data: { dueAt: new Date(Date.now() + 86_400_000) } });
    const timeZone = 'Asia/Kathmandu';
    expect((await account.call('PATCH /api/v1/me', { token, body: { timeZone } })).status).toBe(200);
    const { dueAt } = await prisma.notifications.findUniqueOrThrow({ where });
    expect(new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(dueAt ?? 0)).toBe('08:00:00');
    const past = new Date(Date.now() - 1_000);
    await prisma.notifications.update({ where, data: { dueAt: past } });
    await account.call('PATCH /api/v1/me', { token, body: { timeZone: 'UTC' } });
    expect((await prisma.notifications.findUniqueOrThrow({ where })).dueAt).toEqual(past);
  });
});

describe('a recipient', () => {
  it('is asked by mail, and confirms by its link, also when it is opened again', async () => {
    const email = someone();
    expect((await add([email.toUpperCase()])).status).toBe(200);
    expect(await statesOf()).toEqual([[email, 'unconfirmed']]);
    const mail = await newestMail(account, email);
    expect(mail.text).toContain('http://localhost:8080/confirm-recipient?token=');
    for (let n = 0; n < 2; n += 1) {
      const answer = await confirmBy(email);
      expect([answer.status, answer.body]).toEqual([200, { email, formName: form.name }]);
    }
    expect(await statesOf()).toEqual([[email, 'active']]);
    expect(await auditOf(account, user.id)).toEqual(['notifications.updated', 'recipient.confirmed']);
  });

  it('is asked once, and stays as it is, when others are added and removed', async () => {
    const [first, second] = [someone(), someone()];
    await add([first]);
    await confirmBy(first);
    await add([second, first, second]);
    expect(await statesOf()).toEqual([
      [first, 'active'],
      [second, 'unconfirmed'],
    ]);
    expect(await mailsTo(account, first)).toHaveLength(1);
    await add([second]);
    expect(await statesOf()).toEqual([[second, 'unconfirmed']]);
    expect(await mailsTo(account, second)).toHaveLength(1);
  });

  it('that has confirmed for one form of an account need not confirm for another, but for one of a stranger', async () => {
    const { prisma } = account.deps.database;
    const [email, [second, third]] = [
      someone(),
      await Promise.all([1, 2].map(() => buildForm(prisma, { userId: user.id }))),
    ];
    const foreign = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    await prisma.recipient.create({ data: { id: randomUUID(), formId: foreign.id, email } });
    await add([email]);
    await add([email], second);
    expect(await statesOf(second)).toEqual([[email, 'unconfirmed']]);
    await confirmBy(email);
    await add([email], third);
    for (const each of [form, second, third]) expect(await statesOf(each)).toEqual([[email, 'active']]);
    expect(await mailsTo(account, email)).toHaveLength(1);
    expect(await prisma.recipient.findFirst({ where: { formId: foreign.id } })).toMatchObject({ confirmedAt: null });
  });

  it('gets one such mail a day, whichever account asks', async () => {
    const { prisma } = account.deps.database;
    const email = someone();
    const stranger = await buildUser(prisma);
    const foreign = await buildForm(prisma, { userId: stranger.id });
    await account.call(`PATCH /api/v1/forms/${foreign.id}/notifications`, {
      token: await account.signIn(stranger),
      body: { recipients: [{ email }] },
    });
    expect((await add([email])).status).toBe(200);
    const refused = await resend(email);
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await mailsTo(account, email)).toHaveLength(1);
    await nextDay();
    expect((await resend(email)).status).toBe(202);
    expect(await mailsTo(account, email)).toHaveLength(2);
    await confirmBy(email);
    expect(await statesOf()).toEqual([[email, 'active']]);
  });

  it('gets one such mail a day, with whatever tag', async () => {
    const name = randomUUID();
    const tagged = ['', '+a', '+B'].map((tag) => `${name}${tag}@example.com`.toLowerCase());
    expect((await add(tagged)).status).toBe(200);
    const mails = await Promise.all(tagged.map((email) => mailsTo(account, email)));
    expect(mails.map(({ length }) => length)).toEqual([1, 0, 0]);
  });

  it('counts towards the daily limit of the account', async () => {
    const { prisma } = account.deps.database;
    const forms = await Promise.all([1, 2, 3].map(() => buildForm(prisma, { userId: user.id })));
    const batches = forms.map(() => Array.from({ length: 4 }, someone));
    const answers = [];
    for (const [index, each] of forms.entries()) answers.push(await add(batches[index] ?? [], each));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(await statesOf(forms[2])).toEqual([]);
    // An address that has had its mail of the day does not count, and neither does a refused one.
    expect((await add(batches[0] ?? [])).status).toBe(200);
    expect((await read()).recipients.map(({ requestedAt }) => requestedAt)).toEqual([null, null, null, null]);
    const refused = batches[2]?.slice(0, 2) ?? [];
    expect((await add(refused, forms[2])).status).toBe(200);
    for (const email of refused) expect(await mailsTo(account, email)).toHaveLength(1);
    expect((await read(forms[2])).recipients.map(({ requestedAt }) => requestedAt)).not.toContain(null);
    expect((await add([...refused, someone()], forms[2])).status).toBe(429);
    expect(confirmationsPerDay).toBe(10);
  });

  it('of an old link, or of one that was replaced, is not confirmed', async () => {
    const { prisma } = account.deps.database;
    const email = someone();
    await add([email]);
    const first = tokenIn(await newestMail(account, email));
    await nextDay();
    await resend(email);
    const second = tokenIn(await newestMail(account, email));
    expect((await confirm(first)).status).toBe(400);
    await prisma.recipient.updateMany({
      where: { email },
      data: { requestedAt: new Date(Date.now() - 7 * 86_400_000) },
    });
    for (const link of [second, 'unknown', '']) {
      const { status, body } = await confirm(link);
      expect([status, body]).toMatchObject([400, { code: 'invalid_token' }]);
    }
    expect(await statesOf()).toEqual([[email, 'unconfirmed']]);
  });

  it('that has unsubscribed is not signed up again by its old link, but by a new one', async () => {
    const { prisma } = account.deps.database;
    const email = someone();
    await add([email]);
    await confirmBy(email);
    expect((await resend(email)).status).toBe(202);
    expect(await mailsTo(account, email)).toHaveLength(1);
    await prisma.recipient.updateMany({ where: { email }, data: { unsubscribedAt: new Date() } });
    expect(await statesOf()).toEqual([[email, 'unsubscribed']]);
    expect((await confirmBy(email)).status).toBe(400);
    await nextDay();
    await resend(email);
    expect((await confirmBy(email)).status).toBe(200);
    expect(await statesOf()).toEqual([[email, 'active']]);
  });

  it('that has unsubscribed stays so when the owner takes it off the list and adds it again', async () => {
    const { prisma } = account.deps.database;
    const [email, other] = [someone(), await buildForm(prisma, { userId: user.id })];
    for (const each of [form, other]) await add([email], each);
    await confirmBy(email);
    await prisma.recipient.updateMany({ where: { formId: form.id }, data: { unsubscribedAt: new Date() } });
    await add([]);
    expect(await statesOf()).toEqual([]);
    expect((await resend(email)).status).toBe(404);
    await nextDay();
    await add([email]);
    expect(await statesOf()).toEqual([[email, 'unsubscribed']]);
    expect(await mailsTo(account, email)).toHaveLength(1);
    expect((await resend(email)).status).toBe(202);
    await add([]);
    expect((await confirmBy(email)).status).toBe(400);
    await add([email]);
    expect((await confirmBy(email)).status).toBe(200);
    expect(await statesOf()).toEqual([[email, 'active']]);
  });

  it.each([
    ['bounce', 'bounced'],
    ['complaint', 'complained'],
  ])('whose mail server reported a %s is shown as %s', async (reason, state) => {
    const { prisma } = account.deps.database;
    const email = someone();
    await add([email]);
    await prisma.suppression.create({ data: { email, scope: 'auto-reply', reason: 'unsubscribed' } });
    expect(await statesOf()).toEqual([[email, 'unconfirmed']]);
    await prisma.suppression.create({ data: { email, scope: 'all', reason } });
    // The report may have been about another account's mail.
    expect(await statesOf()).toEqual([[email, 'unconfirmed']]);
    await prisma.recipient.updateMany({ where: { email }, data: { confirmedAt: new Date() } });
    expect(await statesOf()).toEqual([[email, state]]);
  });

  it('that has bounced is asked again a day later, and comes back by that link only', async () => {
    const { prisma } = account.deps.database;
    const email = someone();
    await add([email]);
    const old = tokenIn(await newestMail(account, email));
    await confirm(old);
    await nextDay();
    await prisma.suppression.create({ data: { email, scope: 'all', reason: 'bounce' } });
    const early = await resend(email);
    expect([early.status, early.body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(86_000);
    const dayAgo = new Date(Date.now() - 86_401_000);
    await prisma.suppression.updateMany({ where: { email }, data: { createdAt: dayAgo } });
    await prisma.recipient.updateMany({ where: { email }, data: { requestedAt: new Date(dayAgo.getTime() - 1_000) } });
    expect((await confirm(old)).status).toBe(200);
    expect(await statesOf()).toEqual([[email, 'bounced']]);
    expect((await resend(email)).status).toBe(202);
    // A mail of this kind is sent even to a suppressed address.
    expect(await newestMail(account, email)).toMatchObject({ kind: 'requested' });
    expect((await confirmBy(email)).status).toBe(200);
    expect(await statesOf()).toEqual([[email, 'active']]);
  });

  it('that has complained is not mailed by asking it again', async () => {
    const email = someone();
    await add([email]);
    await confirmBy(email);
    await nextDay();
    const data = { email, scope: 'all', reason: 'complaint', createdAt: new Date(0) };
    await account.deps.database.prisma.suppression.create({ data });
    expect((await resend(email)).status).toBe(202);
    expect(await mailsTo(account, email)).toHaveLength(1);
    expect(await statesOf()).toEqual([[email, 'complained']]);
  });

  it('that a form does not have cannot be asked again', async () => {
    const { status, body } = await resend(someone());
    expect([status, body]).toMatchObject([404, { code: 'recipient_not_found' }]);
  });

  it('that is the owner follows a change of the account’s address', async () => {
    const { prisma } = account.deps.database;
    const [other, email] = [await buildForm(prisma, { userId: user.id }), someone()];
    await add([user.email]);
    await add([user.email, email], other);
    await account.call('POST /api/auth/change-email', { token, body: { email, password } });
    await account.deps.background.idle();
    const link = (await mailsTo(account, email)).find(({ text }) => text.includes('mode=confirm-email'));
    if (!link) throw new Error('No mail was sent');
    expect((await account.call('POST /api/auth/confirm-email', { body: { token: tokenIn(link) } })).status).toBe(204);
    for (const each of [form, other]) expect(await statesOf(each)).toEqual([[email, 'active']]);
  });
});
