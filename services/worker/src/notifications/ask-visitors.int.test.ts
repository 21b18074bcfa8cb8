import { wordsOf } from '@inlet/contracts/languages/words';
import { createConfirmationTokens } from '@inlet/mail/visitors/confirmation-tokens';
import { beforeEach, describe, expect, it } from 'vitest';
import { type NotificationTest, openNotificationTest } from '#notifications/notifications.test-setup.ts';

const autoReply = { autoReply: true, autoReplySubject: 'Thanks, {{name}}', autoReplyBody: 'Dear {{name}},\n\nsoon.' };
const asking = { mode: 'off', confirmAddresses: true };

let test: NotificationTest;
beforeEach(async () => {
  test = await openNotificationTest(asking);
});

const from = (email: unknown) => ({ email, name: 'Ada Lovelace', message: 'Cheap pills' });
const mails = async () => {
  await test.settle();
  return test.takeMails();
};
const change = (data: object) => test.owner.prisma.notifications.update({ where: { formId: test.form.id }, data });
const stateOf = async (id = '') =>
  (await test.owner.prisma.submission.findUniqueOrThrow({ where: { id } })).confirmation;
/** What the account service records when a visitor opens the link and presses the button. */
const confirm = (ids: readonly string[]) =>
  test.owner.pool.query(
    `with confirmed as (update submissions set confirmed_at = now() where id = any ($1::uuid[]) returning id, form_id)
     select record_changes(array_agg('confirmed'::text), array_agg(confirmed.id), array_agg(form_id), array_agg(user_id))
     from confirmed join forms on forms.id = form_id`,
    [ids],
  );

describe('a form that wants confirmed addresses', () => {
  it('asks its visitor by a mail with a link, and with nothing that the visitor wrote', async () => {
    await change(autoReply);
    const [id = ''] = await test.submit([from('Ada@Example.com')], { subject: 'Cheap' });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'ada@example.com', kind: 'auto-reply', formId: test.form.id });
    expect(mail?.replyTo).toBeUndefined();
    expect(JSON.stringify(mail)).not.toMatch(new RegExp(`Lovelace|Cheap|soon|${test.user.email}`));
    const [link = ''] = mail?.text.match(/https?:\/\/\S*confirm\S*/) ?? [];
    expect(link).toMatch(/^http:\/\/localhost:8080\/confirm-address\?token=/);
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(createConfirmationTokens(test.deps.config.ENCRYPTION_KEYS).open(token)).toMatchObject({ submissionId: id });
    expect(await stateOf(id)).toBe('asked');
  });

  it('asks and answers in the language of the visitor', async () => {
    await change({ confirmCopy: true });
    const ids = await test.submit([from('ada@example.com')], { visitorLanguage: 'de' });
    const [question] = await mails();
    expect(question?.subject).toBe(wordsOf('de').say('confirmSubject'));
    await confirm(ids);
    const [copy] = await mails();
    expect(copy?.subject).toBe(wordsOf('de').say('copySubject', { form: 'Contact' }));
  });

  it('asks again for each submission of an address, five times a day', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(...(await test.submit([from(`ada+${n}@example.com`)])));
    expect(await mails()).toHaveLength(5);
    expect(await Promise.all(ids.map(stateOf))).toEqual([...Array(5).fill('asked'), 'unwanted', 'unwanted']);
    // Answers of other forms count as well.
    const { id: formId } = await test.addForm({ mode: 'off', ...autoReply });
    await test.submit([from('ada@example.com')], { formId });
    expect(await mails()).toEqual([]);
  });

  it('says why a visitor is not asked', async () => {
    const { prisma } = test.owner;
    await prisma.suppression.create({ data: { email: 'no@example.com', scope: 'auto-reply', reason: 'unsubscribed' } });
    const ids = await test.submit([
      from('x'),
      from('no-reply@example.com'),
      from('no@example.com'),
      from('a@b.example'),
    ]);
    const spam = { score: 0.5, reasons: [{ name: 'links', points: 0.5 }], isFlagged: true };
    await prisma.submission.update({ where: { id: ids[3] ?? '' }, data: { spam } });
    expect(await mails()).toEqual([]);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['no_address', 'no_address', 'unwanted', 'suspicious']);
  });

  it('asks nobody for spam, and for what is moved out of it', async () => {
    const [id = ''] = await test.submit([from('ada@example.com')], { isSpam: true });
    expect(await mails()).toEqual([]);
    await test.owner.pool.query(
      `with moved as (update submissions set is_spam = false where id = $1 returning id, form_id)
       select record_changes(array['released'], array[moved.id], array[form_id], array[user_id])
       from moved join forms on forms.id = form_id`,
      [id],
    );
    expect(await mails()).toHaveLength(1);
    expect(await stateOf(id)).toBe('asked');
  });

  it('does not ask what came before it was turned on, nor after it was turned off', async () => {
    await change({ confirmAddresses: false });
    const [before] = await test.submit([from('ada@example.com')]);
    await change({ confirmAddresses: true });
    expect(await mails()).toEqual([]);
    const [after] = await test.submit([from('grace@example.com')]);
    await change({ confirmAddresses: false });
    expect(await mails()).toEqual([]);
    expect([await stateOf(before), await stateOf(after)]).toEqual([null, null]);
  });
});

it('10,000 addresses get 100 questions an hour, with no text of the sender, and each submission says so', async () => {
  for (let first = 0; first < 10_000; first += 500) {
    await test.submit(Array.from({ length: 500 }, (_, n) => from(`v${first + n}@example.com`)));
    await test.settle();
  }
  const sent = await test.takeMails();
  expect(sent).toHaveLength(100);
  expect(JSON.stringify(sent)).not.toMatch(/Cheap|Lovelace/);
  const states = await test.owner.prisma.submission.groupBy({ by: ['confirmation'], _count: true });
  expect(new Map(states.map(({ confirmation, _count }) => [confirmation, _count]))).toEqual(
    new Map([
      ['asked', 100],
      ['limit', 9_900],
    ]),
  );
  await test.pass(59);
  await test.submit([from('late@example.com')]);
  expect(await mails()).toEqual([]);
  await test.pass(1);
  await test.submit([from('next@example.com')]);
  expect((await mails()).map(({ to }) => to)).toEqual(['next@example.com']);
});

describe('once the address is confirmed', () => {
  it('the visitor gets the automatic reply with the name, and a copy', async () => {
    await change({ ...autoReply, confirmCopy: true });
    const [id = '', other = ''] = await test.submit([from('ada@example.com'), from('grace@example.com')]);
    await mails();
    await confirm([id]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Thanks, Ada Lovelace', kind: 'auto-reply' });
    expect(mail?.text).toContain('message: Cheap pills');
    expect(JSON.stringify(mail)).not.toContain(test.user.email);
    await test.owner.prisma.submission.update({ where: { id: other }, data: { isSpam: true } });
    await confirm([other]);
    expect(await mails()).toEqual([]);
  });

  it('the visitor gets the reply if the conditions are met, and the copy in any case', async () => {
    const replyConditions = { all: [{ field: 'message', op: 'is', value: 'Hello' }] };
    await change({ ...autoReply, confirmCopy: true, replyConditions });
    const hello = { ...from('grace@example.com'), message: 'Hello' };
    const ids = await test.submit([from('ada@example.com'), hello]);
    await mails();
    await confirm(ids);
    const texts = new Map((await mails()).map(({ to, text }) => [to, text]));
    expect(texts.get('ada@example.com')).toContain('message: Cheap pills');
    expect(texts.get('ada@example.com')).not.toContain('Dear');
    expect(texts.get('grace@example.com')).toContain('Dear Ada Lovelace');
  });

  it('the visitor gets nothing more where the owner wants neither', async () => {
    const ids = await test.submit([from('ada@example.com')]);
    await mails();
    await confirm(ids);
    expect(await test.owner.prisma.notice.count()).toBe(0);
    expect(await mails()).toEqual([]);
  });

  it('the owner is told, at once or only then', async () => {
    await change({ mode: 'instant' });
    const ids = await test.submit([from('ada@example.com')]);
    const toOwner = async () => (await mails()).filter(({ to }) => to === test.user.email);
    expect(await toOwner()).toHaveLength(1);
    await confirm(ids);
    await test.pass(5);
    expect(await toOwner()).toEqual([]);

    await change({ notifyConfirmed: true });
    const [id = ''] = await test.submit([from('grace@example.com')]);
    await test.submit([from('none')]);
    await test.pass(5);
    expect(await toOwner()).toEqual([]);
    await confirm([id]);
    await test.pass(5);
    const [mail, ...others] = await toOwner();
    expect(others).toEqual([]);
    expect(mail?.text).toContain('grace@example.com');
    expect(mail?.text).not.toContain('none');
  });
});
