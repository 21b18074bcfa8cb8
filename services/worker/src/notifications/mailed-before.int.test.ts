import { beforeEach, expect, it } from 'vitest';
import { type NotificationTest, openNotificationTest } from '#notifications/notifications.test-setup.ts';
import { sweepNotifications } from '#notifications/sweep-notifications.ts';

let test: NotificationTest;
beforeEach(async () => {
  test = await openNotificationTest({ confirmAddresses: true });
});

const leave = (purpose: string, ids: readonly string[]) =>
  test.owner.prisma.notice.create({ data: { formId: test.form.id, purpose, ids: [...ids] } });
/** The mails to the owner after the next pause. */
const toOwner = async () => {
  await test.pass(5);
  return (await test.takeMails()).filter(({ to }) => to === test.user.email).map(({ text }) => text);
};
const mailedLeft = () => test.owner.prisma.notice.count({ where: { purpose: 'mailed' } });

it('a submission that was mailed before is not named a second time', async () => {
  const [ada = '', grace = ''] = await test.submit([{ email: 'ada@example.com' }, { email: 'grace@example.com' }]);
  expect(await toOwner()).toHaveLength(1);
  // The owner wants mails of confirmed ones alone, and the visitors click.
  await leave('mailed', [ada]);
  await leave('notification', [ada]);
  expect(await toOwner()).toEqual([]);
  await leave('notification', [ada, grace]);
  const [text, ...others] = await toOwner();
  expect(others).toEqual([]);
  expect(text).toContain('grace@example.com');
  expect(text).not.toContain('ada@example.com');
});

it('a submission that waits for its mail when it counts as mailed is named once', async () => {
  const ids = await test.submit([{ email: 'ada@example.com' }]);
  await leave('mailed', ids);
  await leave('notification', ids);
  const [text, ...others] = await toOwner();
  expect(others).toEqual([]);
  expect(text?.split('ada@example.com')).toHaveLength(2);
  expect(await toOwner()).toEqual([]);
});

it('what was mailed is forgotten once no visitor can click any more', async () => {
  const { prisma } = test.owner;
  const [old = '', young = ''] = await test.submit([{ email: 'ada@example.com' }, { email: 'grace@example.com' }]);
  await prisma.submission.update({ where: { id: old }, data: { createdAt: new Date(Date.now() - 9 * 86_400_000) } });
  await leave('mailed', [old]);
  await leave('mailed', [old, young]);
  await sweepNotifications(test);
  expect(await mailedLeft()).toBe(1);
  await prisma.submission.delete({ where: { id: young } });
  await sweepNotifications(test);
  expect(await mailedLeft()).toBe(0);
});
