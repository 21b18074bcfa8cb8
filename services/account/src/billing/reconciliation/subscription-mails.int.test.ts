import type { User } from '@inlet/db/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plans, startBilling, type TestBilling } from '#billing.test-setup.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling({ sellAll: true });
});
afterAll(() => billing.close());

const subjectsTo = async ({ email: recipient }: User) => {
  const found = await billing.account.deps.database.prisma.pendingMail.findMany({
    where: { recipient },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return found.map(({ subject }) => subject);
};

it('an owner hears of each change of the subscription once, however often Stripe tells it', async () => {
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
  await expectMail('Your subscription goes on');
  await billing.act(user, 'cancel');
  await expectMail('Your subscription has ended');
});
