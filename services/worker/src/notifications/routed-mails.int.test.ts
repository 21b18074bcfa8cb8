import type { When } from '@inlet/contracts/routing/conditions';
import { expect, it } from 'vitest';
import { type NotificationTest, openNotificationTest } from '#notifications/notifications.test-setup.ts';

const topicIs = (value: string): When => ({ all: [{ field: 'topic', op: 'is', value }] });
const template = { autoReply: true, autoReplySubject: 'Thank you', autoReplyBody: 'We answer soon.' };

const heading = (count: number) => `${count} new submissions: Contact`;

let test: NotificationTest;

async function mails() {
  await test.settle();
  return (await test.takeMails()).map(({ to, subject, text }) => ({ to, subject, text }));
}

it('each recipient is mailed the submissions that meet its conditions, and none without any', async () => {
  test = await openNotificationTest();
  await test.addRecipient('sales@example.com', { conditions: topicIs('Sales') });
  await test.addRecipient('more-sales@example.com', { conditions: topicIs('Sales') });
  await test.addRecipient('jobs@example.com', { conditions: topicIs('Jobs') });
  await test.submit([
    { topic: 'sales', message: 'First' },
    { topic: 'Support', message: 'Second' },
  ]);
  const [all, ...sales] = await mails();
  expect(all).toMatchObject({ to: test.user.email, subject: '2 new submissions: Contact' });
  expect(sales.map(({ to }) => to)).toEqual(['sales@example.com', 'more-sales@example.com']);
  expect(sales[0]?.subject).toBe('New submission: Contact');
  expect(sales[0]?.text).toContain('First');
  expect(sales[0]?.text).not.toContain('Second');
  // No mail was sent for these, so the next one is not held up.
  await test.owner.prisma.recipient.deleteMany({ where: { email: test.user.email } });
  await test.pass(5);
  await test.submit([{ topic: 'Support' }]);
  expect(await mails()).toEqual([]);
  await test.submit([{ topic: 'Jobs' }]);
  expect(await mails()).toMatchObject([{ to: 'jobs@example.com' }]);
  // What is too large for a line of the mail is judged by all of its fields.
  await test.pass(5);
  const small = Array.from({ length: 20 }, () => ({ topic: 'Sales' }));
  const large = (topic: string) => ({ message: 'x'.repeat(10_000), topic });
  await test.submit([...small, large('Sales'), large('Support')]);
  expect((await mails()).map(({ subject }) => subject)).toEqual([heading(21), heading(21)]);
});

it('the sender gets an automatic reply if the submission meets its conditions, and the others use up no limit', async () => {
  test = await openNotificationTest({ mode: 'off', ...template, replyConditions: topicIs('Sales') });
  await test.submit([{ email: 'ada@example.com', topic: 'Support' }]);
  await test.submit([{ email: 'ada@example.com', topic: 'Sales' }]);
  // Too large to be read for a reply.
  await test.submit([{ email: 'bob@example.com', topic: 'Sales', message: 'x'.repeat(70_000) }], {
    replyTo: 'bob@example.com',
  });
  expect(await mails()).toMatchObject([{ to: 'ada@example.com' }]);
  expect(await test.owner.prisma.autoReply.count()).toBe(1);
});
