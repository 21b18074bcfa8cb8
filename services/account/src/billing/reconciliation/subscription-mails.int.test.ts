import { buildForm } from '@inlet/testing/build-form';
import { buildTarget } from '@inlet/testing/build-target';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plans, startBilling, type TestBilling } from '#billing.test-setup.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling({ sellAll: true });
});
afterAll(() => billing.close());

const subjectsTo = async ({ email: recipient }: BuiltUser) => {
  const found = await billing.account.deps.database.prisma.pendingMail.findMany({
    where: { recipient },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return found.map(({ subject }) => subject);
};

it('an owner gets a mail about each change of the subscription once, however often Stripe sends it', async () => {
  await billing.control('webhooks', { duplicate: 2, shuffle: true });
  const user = await billing.subscribe(await billing.buyer(), 'starter');
  const told: string[] = [];
  const expectMail = async (subject: string) => {
    await billing.settled();
    told.push(subject);
    expect(await subjectsTo(user)).toEqual(told);
  };
  await expectMail('Your subscription has begun');
  await billing.act(user, 'change', plans.pro);
  await expectMail('Your plan was changed');
  await billing.act(user, 'cancel-at-end');
  await expectMail('Your subscription was canceled');
  await billing.act(user, 'resume');
  await expectMail('Your subscription was resumed');
  const resumed = { recipient: user.email, subject: 'Your subscription was resumed' };
  const { text } = await billing.account.deps.database.prisma.pendingMail.findFirstOrThrow({ where: resumed });
  expect(text).toMatch(/It renews on [A-Z][a-z]{2} \d{1,2}, \d{4}, as before\./);
  await billing.act(user, 'cancel');
  await expectMail('Your subscription has ended');
});

it('targets that ended with the plan deliver again with the next one, those that were paused do not', async () => {
  const { prisma } = billing.account.deps.database;
  const buyer = await billing.buyer();
  const { id: formId } = await buildForm(prisma, { userId: buyer.id });
  const [stoppedAt, sealed] = [new Date(), Buffer.from('sealed')];
  const ended = await buildTarget(prisma, { formId, sealed, state: 'disabled', stateReason: 'plan', stoppedAt });
  const paused = await buildTarget(prisma, { formId, sealed, state: 'paused', stoppedAt });
  await billing.subscribe(buyer, 'starter');
  await billing.settled();
  const read = ({ id }: { readonly id: string }) => prisma.target.findUniqueOrThrow({ where: { id } });
  expect(await read(ended)).toMatchObject({ state: 'active', stateReason: null, stoppedAt: null });
  expect(await read(paused)).toMatchObject({ state: 'paused', stoppedAt });
  expect(await prisma.auditEvent.findMany({ where: { userId: buyer.id, action: 'target.resumed' } })).toMatchObject([
    { actor: 'system', details: { targetId: ended.id } },
  ]);
});
