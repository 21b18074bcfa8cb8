import type { Form, Target, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { makeTarget } from '#deliveries/build-deliveries.test-setup.ts';
import { reportDisabled } from '#deliveries/disabled/report-disabled.ts';

let account: TestAccount;
let user: User;
let form: Form;
let target: Target;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  await prisma.pendingMail.deleteMany();
  user = await buildUser(prisma);
  form = await buildForm(prisma, { userId: user.id, name: 'Contact' });
  target = await makeTarget(account, form, { name: 'CRM' });
});

/** Disables the target, and adds a note, as the worker does. */
async function disable(stateReason: string): Promise<void> {
  const { prisma } = account.deps.database;
  const state = { state: 'disabled', stateReason, stoppedAt: new Date() };
  await prisma.target.update({ where: { id: target.id }, data: state });
  await prisma.outboxEntry.create({ data: { topic: 'target-disabled', key: target.id } });
}
const report = () => reportDisabled({ ...account.deps, database: account.serviceDatabase });
const mails = () => account.deps.database.prisma.pendingMail.findMany();

it.each([
  ['gone', '410 Gone'],
  ['failing', 'three days'],
])('tells the owner once that a target is disabled: %s', async (reason, words) => {
  await disable(reason);
  await Promise.all([report(), report(), report()]);
  await report();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: user.email, subject: 'An integration was disabled' });
  for (const text of ['CRM', 'Contact', words, `http://localhost:8080/forms/${form.id}/integrations`]) {
    expect(mail?.text).toContain(text);
  }
  expect(await account.deps.database.prisma.outboxEntry.count({ where: { topic: 'target-disabled' } })).toBe(0);
  const events = await account.deps.database.prisma.auditEvent.findMany({
    where: { userId: user.id, action: 'target.disabled' },
  });
  expect(events).toMatchObject([{ actor: 'system', details: { targetId: target.id, name: 'CRM', reason } }]);
});

it('only notes in the audit trail that the plan has ended', async () => {
  await disable('plan');
  await report();
  const { auditEvent } = account.deps.database.prisma;
  const events = await auditEvent.findMany({ where: { userId: user.id, action: 'target.disabled' } });
  expect(events).toMatchObject([{ details: { targetId: target.id, reason: 'plan' } }]);
  expect(await mails()).toEqual([]);
});

it('does not report a target that is deleted, or works again', async () => {
  await disable('gone');
  await account.deps.database.prisma.target.update({ where: { id: target.id }, data: { state: 'active' } });
  await report();
  await disable('gone');
  await account.deps.database.prisma.target.delete({ where: { id: target.id } });
  await report();
  expect(await mails()).toEqual([]);
  expect(await account.deps.database.prisma.outboxEntry.count({ where: { topic: 'target-disabled' } })).toBe(0);
});

it('tells the integration that gets the alerts of the form, unless it is the one that was disabled', async () => {
  const { prisma } = account.deps.database;
  const chosen = await makeTarget(account, form, { name: 'Chat' });
  await prisma.notifications.create({ data: { formId: form.id, mode: 'off', alertsTargetId: chosen.id } });
  await disable('failing');
  await report();
  const alert = {
    kind: 'target_failing',
    message: expect.stringContaining('the integration “CRM” of your form “Contact”'),
    url: `http://localhost:8080/forms/${form.id}/integrations`,
  };
  const deliveries = () => prisma.delivery.findMany({ where: { targetId: { in: [chosen.id, target.id] } } });
  expect(await deliveries()).toMatchObject([{ targetId: chosen.id, type: 'form.alert', alert }]);
  target = chosen;
  await disable('failing');
  await report();
  expect(await mails()).toHaveLength(2);
  expect(await deliveries()).toHaveLength(1);
});
