import { planKeySchema } from '@inlet/contracts/plan-key';
import type { Prisma, User } from '@inlet/db/client';
import { readProductMetadata } from '#billing/products/product-metadata.ts';
import { findProductOfPrice } from '#billing/products/products.store.ts';
import { graceMs, paymentDueBy } from '#billing/subscription/grace.ts';
import type { ReadSubscription } from '#billing/subscription/read-subscriptions.ts';
import { deleteSubscription, saveSubscription, saveUser } from '#billing/subscription/subscriptions.store.ts';
import { announceForms } from '#forms/directory/announce-form.ts';
import { paymentDueMail } from '#mail/payment-due-mail.ts';
import { sendMail } from '#mail/send-mail.ts';
import type { Resources } from '#resources.ts';

type ApplyDeps = Pick<Resources, 'producer' | 'config'>;

/** The plan of an account follows from its subscription; without one it is the plan from before its first purchase. */
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
  if (user.plan !== state.plan) await announceForms(tx, user.id);
  if (!subscription) {
    await deleteSubscription(tx, user.id);
    return;
  }
  const { id, priceId, status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince } = subscription;
  const kept = { priceId, status, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince };
  const owedBefore = await saveSubscription(tx, { userId: user.id, stripeSubscriptionId: id, ...kept });
  const dueBy = pastDueSince?.getTime() === owedBefore?.getTime() ? null : paymentDueBy(pastDueSince);
  // Within the transaction: where the mail cannot be handed over, nothing is kept, and the next attempt says so again.
  if (dueBy)
    await sendMail(
      deps,
      paymentDueMail(user.email, deps.config.PUBLIC_URL, dueBy),
      `due-${subscription.latestInvoiceId}`,
    );
}

function hasAccess({ status, pastDueSince }: ReadSubscription): boolean {
  if (status === 'active' || status === 'trialing') return true;
  return status === 'past_due' && pastDueSince !== null && Date.now() - pastDueSince.getTime() < graceMs;
}

/** Who pays for something that names no plan of ours has the smallest one that can be bought. */
async function planOf(tx: Prisma.TransactionClient, { priceId }: ReadSubscription): Promise<string> {
  const price = await findProductOfPrice(tx, priceId);
  return planKeySchema.catch('starter').parse(readProductMetadata(price?.product.metadata).plan_key);
}
