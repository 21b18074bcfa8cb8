import type { User } from '@inlet/db/client';
import { recordAudit } from '#access/audit/record-audit.ts';
import { findUser, savePaidPlan } from '#billing/subscription/subscriptions.store.ts';
import { resumeForPlan } from '#deliveries/targets/resume-target.ts';
import { announceForms } from '#forms/directory/announce-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';

/** The smallest plan that can be bought. */
const smallest = 'starter';

/**
 * Gives a paying account without a plan the smallest one, and saves it. Stripe's events always name a plan; an account
 * that was imported, or changed by hand, may lack it.
 */
export async function withPaidPlan({ database, plans, relay }: FormDeps, user: User): Promise<User> {
  const namesPlan = user.plan !== null && user.plan !== '' && user.plan !== 'free';
  if (namesPlan || !plans.areSold || !plans.isOpenTo(user)) return user;
  await database.prisma.$transaction(async (tx) => {
    // Another request has already saved the plan, or the subscription has ended meanwhile.
    if (!(await savePaidPlan(tx, user.id, smallest))) return;
    const actor = { userId: user.id, name: 'system', address: null, userAgent: null };
    await recordAudit(tx, actor, 'billing.plan_changed', { from: user.plan, to: smallest });
    await announceForms(tx, user.id);
    await resumeForPlan(tx, user.id);
  });
  await relay.deliver();
  return (await findUser(database.prisma, user.id)) ?? user;
}
