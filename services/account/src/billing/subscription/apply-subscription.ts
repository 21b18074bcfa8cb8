import { planKeySchema } from '@inlet/contracts/plan-key';
import { planAllows } from '@inlet/contracts/plans';
import type { Prisma, Subscription, User } from '@inlet/db/client';
import { paymentDueMail } from '@inlet/mail/mails/payment-due-mail';
import { type SubscriptionChange, subscriptionMail } from '@inlet/mail/mails/subscription-mail';
import { findBillingEmails } from '#access/owners.store.ts';
import { readProductMetadata } from '#billing/products/product-metadata.ts';
import { findProductOfPrice } from '#billing/products/products.store.ts';
import { graceMs, paymentDueBy } from '#billing/subscription/grace.ts';
import type { ReadSubscription } from '#billing/subscription/read-subscriptions.ts';
import { deleteSubscription, saveSubscription, saveUser } from '#billing/subscription/subscriptions.store.ts';
import { resumeForPlan } from '#deliveries/targets/resume-target.ts';
import { announceForms } from '#forms/directory/announce-form.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { sendMail } from '#mail/send-mail.ts';
import type { Resources } from '#resources.ts';

type ApplyDeps = Pick<Resources, 'producer' | 'config'>;

/** Sets an account's plan by its subscription; without one, it is the plan from before the first purchase. */
export async function applySubscription(
  deps: ApplyDeps,
  tx: Prisma.TransactionClient,
  user: User,
  subscription: ReadSubscription | null,
): Promise<void> {
  const access = subscription !== null && hasAccess(subscription);
  const state = {
    plan: access ? await planOf(tx, subscription) : 'free',
    subscriptionStatus: access ? 'active' : 'inactive',
    stripeSubscriptionId: access ? subscription.id : null,
  };
  await saveUser(tx, user.id, state);
  if (user.plan !== state.plan) {
    await announceForms(tx, user.id);
    if (planAllows(state.plan, 'webhooks')) await resumeForPlan(tx, user.id);
  }
  const { PUBLIC_URL } = deps.config;
  const tell = async (change: SubscriptionChange | null) => {
    if (!change) return;
    for (const email of await findBillingEmails(tx, user))
      await keepMail(tx, subscriptionMail(email, PUBLIC_URL, change));
  };
  if (!subscription) {
    await deleteSubscription(tx, user.id);
    await tell(changeOf(user, state));
    return;
  }
  const { id, priceId, status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince, endedAt } = subscription;
  const kept = { priceId, status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince, endedAt };
  const before = await saveSubscription(tx, { userId: user.id, stripeSubscriptionId: id, ...kept });
  await tell(changeOf(user, state) ?? renewalChange(before, subscription));
  const dueBy = pastDueSince?.getTime() === before?.pastDueSince?.getTime() ? null : paymentDueBy(pastDueSince);
  // Within the transaction: where the mail cannot be handed over, nothing is kept, and the next attempt says so again.
  if (!dueBy) return;
  for (const [index, email] of (await findBillingEmails(tx, user)).entries()) {
    await sendMail(
      deps,
      paymentDueMail(email, PUBLIC_URL, dueBy),
      mailId(`due-${subscription.latestInvoiceId}`, index),
    );
  }
}

/** The id of a mail to one of several addresses. The first one has the id that a single mail has. */
export function mailId(id: string, index: number): string {
  return index === 0 ? id : `${id}-${index}`;
}

type Access = Pick<User, 'plan' | 'subscriptionStatus'>;

function changeOf(before: Access, now: Access): SubscriptionChange | null {
  const [had, has] = [before, now].map(({ subscriptionStatus }) => subscriptionStatus === 'active');
  if (!has) return had ? { kind: 'ended' } : null;
  const plan = now.plan ?? 'free';
  if (!had) return { kind: 'started', plan };
  return before.plan === plan ? null : { kind: 'changed', plan };
}

function renewalChange(before: Subscription | null, now: ReadSubscription): SubscriptionChange | null {
  if (!before || !hasAccess(now) || before.cancelAtPeriodEnd === now.cancelAtPeriodEnd) return null;
  const { cancelAtPeriodEnd, currentPeriodEnd } = now;
  return cancelAtPeriodEnd
    ? { kind: 'cancelled', endsAt: currentPeriodEnd }
    : { kind: 'resumed', renewsAt: currentPeriodEnd };
}

function hasAccess({ status, pastDueSince }: ReadSubscription): boolean {
  if (status === 'active' || status === 'trialing') return true;
  return status === 'past_due' && pastDueSince !== null && Date.now() - pastDueSince.getTime() < graceMs;
}

/** An account that pays for an unknown product gets the smallest plan for sale. */
async function planOf(tx: Prisma.TransactionClient, { priceId }: ReadSubscription): Promise<string> {
  const price = await findProductOfPrice(tx, priceId);
  return planKeySchema.catch('starter').parse(readProductMetadata(price?.product.metadata).plan_key);
}
