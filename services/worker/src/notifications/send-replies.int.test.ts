import { wordsOf } from '@inlet/contracts/languages/words';
import type { SpamReasonName } from '@inlet/contracts/spam';
import { beforeEach, describe, expect, it } from 'vitest';
import { type NotificationTest, openNotificationTest } from '#notifications/notifications.test-setup.ts';
import { removeOldReplies } from '#notifications/replies.store.ts';
import { sendReplies } from '#notifications/send-replies.ts';

const template = { autoReply: true, autoReplySubject: 'Thank you', autoReplyBody: 'We answer soon.\n\nThe team' };

let test: NotificationTest;
beforeEach(async () => {
  test = await openNotificationTest({ mode: 'off', ...template });
});

const replies = async () => {
  await test.settle();
  return test.takeMails();
};
const from = (email: unknown) => ({ email, message: 'Hello' });
const recipients = async () => (await replies()).map(({ to }) => to);

describe('an automatic answer', () => {
  it('has the words of the owner, and none of the sender', async () => {
    await test.submit([{ email: 'Ada@Example.com', name: 'Ada Lovelace', message: 'Buy now' }], { subject: 'Cheap' });
    const [mail, ...others] = await replies();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'ada@example.com',
      subject: 'Thank you',
      kind: 'auto-reply',
      unsubscribeUrl: expect.stringContaining('/api/mail/unsubscribe?token='),
    });
    expect(mail?.replyTo).toBeUndefined();
    for (const words of ['We answer soon.', 'The team']) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
    expect(JSON.stringify(mail)).not.toMatch(/Lovelace|Buy|Cheap|Contact/);
  });

  it('has a frame in the language of the form', async () => {
    await test.owner.prisma.form.update({ where: { id: test.form.id }, data: { language: 'cs' } });
    await test.submit([from('ada@example.com')]);
    await test.settle();
    const [mail] = await test.takeMails();
    expect(mail?.text).toContain('Odpovědi na tento e-mail nikdo nečte.');
  });

  it('has a frame in the language of the visitor, unless the form has one', async () => {
    const noteOf = async (email: string, overrides: Parameters<NotificationTest['submit']>[1]) => {
      await test.submit([from(email)], overrides);
      await test.settle();
      return (await test.takeMails())[0]?.text;
    };
    const inGerman = { visitorLanguage: 'de' } as const;
    expect(await noteOf('a@example.com', inGerman)).toContain(wordsOf('de').say('replyNote'));
    expect(await noteOf('b@example.com', {})).toContain(wordsOf('en').say('replyNote'));
    await test.owner.prisma.form.update({ where: { id: test.form.id }, data: { language: 'cs' } });
    expect(await noteOf('c@example.com', inGerman)).toContain(wordsOf('cs').say('replyNote'));
  });

  it('goes to the address of `_replyto` before that of the field', async () => {
    await test.submit([from('ada@example.com')], { replyTo: 'grace@example.com' });
    await test.submit([from('ada@example.com')], { replyTo: 'no address' });
    expect(await recipients()).toEqual(['grace@example.com', 'ada@example.com']);
  });

  it.each([
    ['no address', {}],
    ['a list of addresses', from('a@example.com, b@example.com')],
    ['an address with a header behind it', from('a@example.com\r\nBcc: b@example.com')],
    ['a mailbox of a program', from('MAILER-DAEMON@example.com')],
    ['a mailbox that nobody reads', from('no-reply+x@example.com')],
    ['an address that is no text', from({ a: 1 })],
  ])('goes nowhere for %s', async (_what, fields) => {
    await test.submit([fields]);
    expect(await replies()).toEqual([]);
  });

  it('is not sent as long as it is turned off, and not for what came meanwhile', async () => {
    const { prisma } = test.owner;
    const switchTo = (autoReply: boolean) =>
      prisma.notifications.update({ where: { formId: test.form.id }, data: { autoReply } });
    await switchTo(false);
    await test.submit([from('ada@example.com')]);
    await switchTo(true);
    expect(await replies()).toEqual([]);
    await test.submit([from('grace@example.com')]);
    await switchTo(false);
    expect(await replies()).toEqual([]);
    expect(await prisma.notice.count()).toBe(0);
  });

  it('is not for what is suspicious', async () => {
    const { prisma } = test.owner;
    const verdict = (isFlagged: boolean, name: SpamReasonName) => ({
      score: 0.5,
      reasons: [{ name, points: 0.5 }],
      isFlagged,
    });
    const ids = await test.submit(
      ['flagged', 'unchecked', 'unfinished', 'checking', 'spam', 'fine'].map((name) => from(`${name}@example.com`)),
    );
    const changes = [
      { spam: verdict(true, 'links') },
      { spam: verdict(false, 'unchecked') },
      { spam: verdict(false, 'unfinished') },
      { checkingSince: new Date() },
      { isSpam: true },
      { spam: verdict(false, 'links') },
    ];
    for (const [index, data] of changes.entries()) {
      await prisma.submission.update({ where: { id: ids[index] ?? '' }, data });
    }
    expect(await recipients()).toEqual(['fine@example.com']);
  });

  it.each(['all', 'auto-reply'])('is not for an address that gets no more of them: %s', async (scope) => {
    const { prisma } = test.owner;
    await prisma.suppression.create({ data: { email: 'ada@example.com', scope, reason: 'unsubscribed' } });
    await test.submit([from('ada@example.com'), from('ada+x@example.com'), from('grace@example.com')]);
    expect(await recipients()).toEqual(['grace@example.com']);
  });
});

it('a notice that cannot be answered holds up no other one', async () => {
  await test.submit([from('bad@example.com')]);
  await test.submit([from('ada@example.com')]);
  const { tokens } = test.notifications;
  const sign: typeof tokens.sign = (meant) => {
    if (meant.email === 'bad@example.com') throw new Error('It cannot be signed');
    return tokens.sign(meant);
  };
  await sendReplies({ ...test.notifications, tokens: { ...tokens, sign } });
  expect(await recipients()).toEqual(['ada@example.com']);
  expect(await test.owner.prisma.notice.count()).toBe(0);
  expect(await test.owner.prisma.autoReply.count()).toBe(1);
});

describe('the limits of auto-replies', () => {
  it('let 10,000 addresses cause 100 replies an hour, without any text of the senders', async () => {
    for (let first = 0; first < 10_000; first += 500) {
      await test.submit(
        Array.from({ length: 500 }, (_, index) => ({ email: `v${first + index}@example.com`, message: 'Cheap pills' })),
      );
      await test.settle();
    }
    const mails = await test.takeMails();
    expect(mails).toHaveLength(100);
    expect(JSON.stringify(mails)).not.toContain('Cheap');
    await test.pass(59);
    await test.submit([from('late@example.com')]);
    expect(await replies()).toEqual([]);
    await test.pass(1);
    await test.submit([from('next@example.com')]);
    expect(await recipients()).toEqual(['next@example.com']);
  });

  it('are one answer a day for an address and a form, also with tags', async () => {
    await test.submit([from('ada@example.com'), from('ada@example.com')]);
    await test.submit([from('Ada+shop@example.com')]);
    expect(await recipients()).toEqual(['ada@example.com']);
  });

  it('are five replies a day for an address, from all forms together', async () => {
    for (let n = 0; n < 7; n += 1) {
      const { id: formId } = await test.addForm({ mode: 'off', ...template });
      await test.submit([from('ada@example.com')], { formId });
    }
    expect(await recipients()).toHaveLength(5);
  });

  it('hold for several workers at once', async () => {
    for (let n = 0; n < 30; n += 1) {
      const { id: formId } = n % 3 === 0 ? await test.addForm({ mode: 'off', ...template }) : test.form;
      await test.submit([from('ada@example.com'), from(`${n}@example.com`)], { formId });
    }
    await Promise.all([1, 2, 3, 4].map(test.settle));
    const mails = await test.takeMails();
    expect(mails.filter(({ to }) => to === 'ada@example.com')).toHaveLength(5);
    expect(mails.filter(({ to }) => to !== 'ada@example.com')).toHaveLength(30);
  });

  it('are remembered by a hash of the address, for two days', async () => {
    const { pool, prisma } = test.owner;
    await test.submit([from('ada@example.com')]);
    await replies();
    const stored = await prisma.autoReply.findMany();
    expect(stored).toHaveLength(1);
    expect(Buffer.from(stored[0]?.addressHash ?? []).toString()).not.toContain('ada@');
    await pool.query('update auto_replies set day = day - 1');
    await removeOldReplies(test.deps.deliveryPool);
    expect(await prisma.autoReply.count()).toBe(1);
    await pool.query('update auto_replies set day = day - 1');
    await removeOldReplies(test.deps.deliveryPool);
    expect(await prisma.autoReply.count()).toBe(0);
  });
});
