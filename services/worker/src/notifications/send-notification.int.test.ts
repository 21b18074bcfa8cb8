import { randomUUID } from 'node:crypto';
import type { Mail } from '@inlet/contracts/mail';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { beforeEach, describe, expect, it } from 'vitest';
import { startBackground } from '#background-work.ts';
import { consume } from '#consume.ts';
import { createMailer } from '#mail/mailer.ts';
import { startSmtpServer } from '#mail/smtp-server.test-setup.ts';
import { giveTimes } from '#notifications/notifications.store.ts';
import { type NotificationTest, openNotificationTest } from '#notifications/notifications.test-setup.ts';
import { sendNotification } from '#notifications/send-notification.ts';

let test: NotificationTest;
beforeEach(async () => {
  test = await openNotificationTest();
});

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `visitor-${from + index}@example.com`, message: 'Hello' }));
/** The visitors in mails, repeated as often as they are named. */
const visitorsIn = (mails: readonly Mail[], form: 'text' | 'html') =>
  mails.flatMap((mail) => mail[form].match(/visitor-\d+@/g) ?? []);
const noticesOf = (formId: string) => test.owner.prisma.notice.count({ where: { formId } });
const settingsOf = (formId: string) => test.owner.prisma.notifications.findUniqueOrThrow({ where: { formId } });

describe('a notification', () => {
  it('comes at once, with the fields, and with an answer to the sender', async () => {
    const [id] = await test.submit([
      { name: 'Ada', email: 'Ada@Example.com', message: 'One <b>line</b>\nand another' },
    ]);
    await test.settle();
    const [mail, ...others] = await test.takeMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: test.user.email,
      subject: 'New submission: Contact',
      kind: 'notification',
      replyTo: 'ada@example.com',
      unsubscribeUrl: expect.stringContaining('/api/mail/unsubscribe?token='),
    });
    const link = `/forms/${test.form.id}?submission=${id}`;
    for (const words of ['name: Ada', 'message: One <b>line</b>\n  and another', link])
      expect(mail?.text).toContain(words);
    for (const words of ['Ada', 'One &lt;b&gt;line&lt;/b&gt;<br>\nand another', link])
      expect(mail?.html).toContain(words);
    expect(await noticesOf(test.form.id)).toBe(0);
    expect((await settingsOf(test.form.id)).dueAt).toBeNull();
  });

  it('names fields by their labels, and the sender by the field all the same', async () => {
    const fields = [{ name: 'email', type: 'email', label: 'Your <b>address</b>' }];
    const rules = { mode: 'off', unknown: 'keep', fields };
    await test.owner.prisma.formRules.create({ data: { formId: test.form.id, rules, version: 1 } });
    await test.submit([{ email: 'ada@example.com', message: 'Hi' }]);
    await test.settle();
    const [mail] = await test.takeMails();
    expect(mail?.replyTo).toBe('ada@example.com');
    expect(mail?.text).toContain('Your <b>address</b>: ada@example.com\nmessage: Hi');
    expect(mail?.html).toContain('>Your &lt;b&gt;address&lt;/b&gt;</th>');
  });

  it('has the subject and the address that the form gave', async () => {
    const subject = 'Hello\r\nBcc: eve@example.com';
    await test.submit([{ email: 'ada@example.com' }], { subject, replyTo: 'sales@example.com' });
    await test.settle();
    expect(await test.takeMails()).toMatchObject([
      { subject: 'Hello Bcc: eve@example.com', replyTo: 'sales@example.com' },
    ]);
  });

  it.each([['no address'], ['ada@example.com, eve@example.com'], ['ada@example.com\r\nBcc: eve@example.com']])(
    'has no address to answer to that is none: %s',
    async (email) => {
      await test.submit([{ email }], { replyTo: email });
      await test.settle();
      expect((await test.takeMails())[0]?.replyTo).toBeUndefined();
    },
  );

  it('names submissions by the fields that the owner of the form chose', async () => {
    await test.owner.prisma.form.update({
      where: { id: test.form.id },
      data: { fieldRoles: { name: 'company', subject: null, message: 'wish' } },
    });
    await test.submit(
      Array.from({ length: 21 }, (_, n) => ({ name: 'Ada', message: 'Hello', wish: `Tea ${n}`, company: 'Acme' })),
    );
    await test.settle();
    const [mail] = await test.takeMails();
    expect(mail?.text.match(/ Acme, Tea \d+, Ada, Hello/g)).toHaveLength(1);
  });

  it('comes for what came within five minutes after the one before, in one mail', async () => {
    await test.submit(numbered(0, 1));
    await test.settle();
    await test.takeMails();
    await test.submit(numbered(1, 1));
    await test.pass(4);
    await test.submit(numbered(2, 30));
    expect(await test.takeMails()).toEqual([]);
    await test.pass(1);
    const mails = await test.takeMails();
    expect(mails).toMatchObject([{ subject: '31 new submissions: Contact' }]);
    for (const part of ['text', 'html'] as const) {
      expect(new Set(visitorsIn(mails, part))).toHaveLength(31);
      expect(mails[0]?.[part].match(/submission=/g)).toHaveLength(20);
    }
    expect(mails[0]?.replyTo).toBeUndefined();
  });

  it('names each of 10,000 submissions that come in an hour, in 13 mails at most', async () => {
    const mails: Mail[] = [];
    for (let minute = 0; minute <= 60; minute += 1) {
      const from = Math.floor((10_000 * minute) / 61);
      await test.submit(numbered(from, Math.floor((10_000 * (minute + 1)) / 61) - from));
      await test.pass(minute === 60 ? 0 : 1);
      mails.push(...(await test.takeMails()));
    }
    // The submissions of the last minutes are mailed after the hour.
    expect(mails.length).toBeLessThanOrEqual(13);
    await test.pass(5);
    mails.push(...(await test.takeMails()));
    for (const part of ['text', 'html'] as const) {
      expect(new Set(visitorsIn(mails, part))).toHaveLength(10_000);
    }
    for (const { text, html } of mails) expect(Buffer.byteLength(text + html)).toBeLessThan(100_000);
  });

  it('names each of 10,000 submissions that come at once, in 13 mails within an hour', async () => {
    for (let from = 0; from < 10_000; from += 500) await test.submit(numbered(from, 500));
    const mails: Mail[] = [];
    await test.settle();
    for (let minutes = 0; minutes <= 60; minutes += 5) {
      mails.push(...(await test.takeMails()));
      await test.pass(5);
    }
    expect(mails.length).toBeLessThanOrEqual(13);
    expect(visitorsIn(mails, 'text')).toHaveLength(10_000);
    expect(new Set(visitorsIn(mails, 'html'))).toHaveLength(10_000);
  });

  it('counts what is more than an hour of mails can name', async () => {
    for (let from = 0; from < 11_500; from += 500) await test.submit(numbered(from, 500));
    await test.settle();
    const [mail] = await test.takeMails();
    // Whole notices are dropped: the first two of the excess.
    expect(mail?.subject).toBe('1850 new submissions: Contact');
    expect(mail?.text).toContain('1000 more came');
    const named = visitorsIn(mail ? [mail] : [], 'text').map((visitor) => Number(visitor.slice(8, -1)));
    expect(named).toHaveLength(850);
    expect(Math.min(...named)).toBeGreaterThanOrEqual(1_000);
  });

  it.each([
    ['large texts', { email: 'ada@example.com', message: 'x'.repeat(300_000) }],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}`.padEnd(200, 'n'), '='.repeat(4_000)])),
    ],
    ['texts beyond ASCII', { message: '漢字'.repeat(100_000) }],
    ['texts that HTML writes longer', { message: '&"<'.repeat(100_000) }],
  ])('stays below 100 kB on its way, with %s', async (_what, fields) => {
    const server = await startSmtpServer();
    const mailer = createMailer({ url: server.url, from: 'Inlet <no-reply@inlet.test>' });
    for (const count of [1, 25]) {
      await test.submit(Array.from({ length: count }, () => fields));
      await test.pass(5);
    }
    const mails = await test.takeMails();
    expect(mails).toHaveLength(2);
    for (const mail of mails) await mailer.send(mail, randomUUID());
    await waitUntil(() => server.mails.length === 2);
    mailer.close();
    for (const { source } of server.mails) {
      expect(Buffer.byteLength(source)).toBeLessThan(100_000);
      expect(Buffer.byteLength(source)).toBeGreaterThan(3_000);
    }
  });

  it('names nothing that was deleted, marked or is being checked meanwhile', async () => {
    const { prisma } = test.owner;
    const [deleted, marked, checking] = await test.submit(numbered(0, 4));
    await prisma.submission.delete({ where: { id: deleted ?? '' } });
    await prisma.submission.update({ where: { id: marked ?? '' }, data: { isSpam: true } });
    await prisma.submission.update({ where: { id: checking ?? '' }, data: { checkingSince: new Date() } });
    await test.settle();
    expect(visitorsIn(await test.takeMails(), 'text')).toEqual(['visitor-3@']);
    const [other] = await test.submit(numbered(4, 1));
    await prisma.submission.delete({ where: { id: other ?? '' } });
    await test.pass(5);
    expect(await test.takeMails()).toEqual([]);
    expect(await noticesOf(test.form.id)).toBe(0);
  });

  it('does not mention spam', async () => {
    await test.submit(numbered(0, 2), { isSpam: true });
    await test.settle();
    expect(await test.takeMails()).toEqual([]);
  });
});

describe('the recipients of a notification', () => {
  it('are those that have confirmed, and that still want and can get mail', async () => {
    const { prisma } = test.owner;
    await test.addRecipient('confirmed@example.com');
    await test.addRecipient('unconfirmed@example.com', { confirmedAt: null });
    await test.addRecipient('left@example.com', { unsubscribedAt: new Date() });
    await test.addRecipient('gone@example.com');
    await test.addRecipient('no-answers@example.com');
    await prisma.suppression.create({ data: { email: 'gone@example.com', scope: 'all', reason: 'bounce' } });
    await prisma.suppression.create({
      data: { email: 'no-answers@example.com', scope: 'auto-reply', reason: 'unsubscribed' },
    });
    await test.submit(numbered(0, 1));
    await test.settle();
    const mails = await test.takeMails();
    expect(mails.map(({ to }) => to)).toEqual([test.user.email, 'confirmed@example.com', 'no-answers@example.com']);
    expect(new Set(mails.map(({ unsubscribeUrl }) => unsubscribeUrl)).size).toBe(3);
  });

  it('that have not confirmed yet get nothing of what came before, when they have', async () => {
    const { prisma } = test.owner;
    const confirm = (confirmedAt: Date | null) =>
      prisma.recipient.updateMany({ where: { formId: test.form.id }, data: { confirmedAt } });
    await confirm(null);
    await test.submit(numbered(0, 1));
    await test.settle();
    expect(await noticesOf(test.form.id)).toBe(0);
    await confirm(new Date());
    await test.submit(numbered(1, 1));
    await test.settle();
    expect(visitorsIn(await test.takeMails(), 'text')).toEqual(['visitor-1@']);
  });

  it('are none where notifications were turned off meanwhile', async () => {
    await test.submit(numbered(0, 1));
    await test.owner.prisma.notifications.update({ where: { formId: test.form.id }, data: { mode: 'off' } });
    await test.settle();
    await test.submit(numbered(1, 1));
    await test.settle();
    expect([await test.takeMails(), await noticesOf(test.form.id)]).toEqual([[], 0]);
  });
});

describe('a digest', () => {
  it.each(['UTC', 'Pacific/Auckland', 'America/St_Johns'])('is due at 08:00 in %s', async (timeZone) => {
    const { prisma } = test.owner;
    await prisma.user.update({ where: { id: test.user.id }, data: { timeZone } });
    await prisma.notifications.update({ where: { formId: test.form.id }, data: { mode: 'daily' } });
    await test.submit(numbered(0, 3));
    const { dueAt } = await settingsOf(test.form.id);
    const local = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(dueAt ?? 0);
    expect(local).toBe('08:00:00');
    const waitMs = (dueAt?.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(25 * 3_600_000);
    await test.settle();
    expect(await test.takeMails()).toEqual([]);
    await test.pass(25 * 60);
    expect(await test.takeMails()).toMatchObject([{ subject: 'Daily digest: 3 submissions of Contact' }]);
  });

  it('counts what it cannot name, because it comes once a day', async () => {
    await test.owner.prisma.notifications.update({ where: { formId: test.form.id }, data: { mode: 'daily' } });
    for (let from = 0; from < 2_000; from += 100) await test.submit(numbered(from, 100));
    await test.pass(25 * 60);
    const mails = await test.takeMails();
    expect(mails).toMatchObject([{ subject: expect.stringMatching(/^Daily digest: 1[89]\d\d submissions/) }]);
    expect(new Set(visitorsIn(mails, 'text'))).toHaveLength(850);
  });

  it('is due at 08:00 of UTC where the database does not know the zone, and submissions are stored', async () => {
    const { prisma } = test.owner;
    await prisma.user.update({ where: { id: test.user.id }, data: { timeZone: 'Mars/Olympus' } });
    await prisma.notifications.update({ where: { formId: test.form.id }, data: { mode: 'daily' } });
    await test.submit(numbered(0, 1));
    expect((await settingsOf(test.form.id)).dueAt?.toISOString()).toMatch(/T08:00:00.000Z$/);
    await test.pass(25 * 60);
    expect(await test.takeMails()).toHaveLength(1);
  });
});

describe('a worker', () => {
  it('mails a stored submission, and replies to its sender', async () => {
    const lines: string[] = [];
    const server = await startSmtpServer({ answer: (line) => void lines.push(line) });
    const template = { autoReply: true, autoReplySubject: 'Thank you', autoReplyBody: 'We answer soon.' };
    const { deps, submit, user } = await openNotificationTest(template, { smtpUrl: server.url });
    consume(deps);
    startBackground(deps);
    await submit(numbered(0, 1));
    await waitUntil(() => server.mails.length === 2, { what: 'both mails' });
    const [notification, answer] = server.mails.toSorted((a) => (a.recipients.includes(user.email) ? -1 : 1));
    expect(notification?.source).toContain('Reply-To: visitor-0@example.com');
    expect(answer).toMatchObject({ recipients: ['visitor-0@example.com'] });
    expect(answer?.source).toContain('Auto-Submitted: auto-replied');
    for (const { source } of server.mails)
      expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(lines.filter((line) => line === 'MAIL FROM:<>')).toHaveLength(1);
  });
});

describe('several workers', () => {
  it('send a mail once', async () => {
    await test.submit(numbered(0, 5));
    const rounds = await Promise.all(Array.from({ length: 5 }, () => sendNotification(test.notifications)));
    expect(rounds.filter(Boolean)).toHaveLength(1);
    expect(await test.takeMails()).toHaveLength(1);
  });

  it('lose nothing that is stored while one of them sends', async () => {
    const { pool } = test.owner;
    await test.submit(numbered(0, 1));
    const client = await pool.connect();
    await client.query('begin');
    // This simulates a worker that has read the notices.
    await client.query('select from notifications where form_id = $1 for update', [test.form.id]);
    await client.query('delete from notices where form_id = $1', [test.form.id]);
    await test.submit(numbered(1, 1));
    await client.query('update notifications set due_at = null where form_id = $1', [test.form.id]);
    await client.query('commit');
    client.release();
    await test.settle();
    expect(await test.takeMails()).toEqual([]);
    await giveTimes(test.deps.deliveryPool);
    await test.settle();
    expect(visitorsIn(await test.takeMails(), 'text')).toEqual(['visitor-1@']);
  });

  it('try a mail again that failed, and send those of other forms meanwhile', async () => {
    const other = await test.addForm();
    await test.submit(numbered(0, 1));
    await test.submit(numbered(1, 1), { formId: other.id });
    const { tokens } = test.notifications;
    const sign: typeof tokens.sign = (meant) => {
      if (meant.kind === 'notifications' && meant.formId === test.form.id) throw new Error('broken');
      return tokens.sign(meant);
    };
    while (await sendNotification({ ...test.notifications, tokens: { ...tokens, sign } }));
    expect(visitorsIn(await test.takeMails(), 'text')).toEqual(['visitor-1@']);
    await test.pass(5);
    expect(visitorsIn(await test.takeMails(), 'text')).toEqual(['visitor-0@']);
  });
});
