import type { BillingDeps } from '#billing/billing-deps.ts';
import { syncProducts } from '#billing/products/sync-products.ts';
import { ensureCustomer } from '#billing/subscription/ensure-customer.ts';
import { hasLivingSubscription } from '#billing/subscription/read-subscriptions.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';

/**
 * Gives the demo account a subscription to manage, if Stripe is simulated. Nothing else of the demo needs it, so a
 * failure is only logged.
 */
export async function seedDemoBilling(deps: BillingDeps, userId: string): Promise<void> {
  // No demo data is created at Stripe itself.
  if (!deps.plans.areSold || deps.config.STRIPE_API_URL === undefined) return;
  try {
    await syncProducts(deps);
    // The simulator's data may have been thrown away; a customer that it does not know is created again.
    const customer = await ensureCustomer(
      deps,
      await deps.database.prisma.user.findUniqueOrThrow({ where: { id: userId } }),
    );
    if (!(await hasLivingSubscription(deps.stripe, customer))) await subscribe(deps, customer);
    await syncCustomer(deps, customer);
  } catch (err) {
    deps.logger.warn({ err }, 'seed: demo subscription failed');
  }
}

async function subscribe({ database, stripe }: BillingDeps, customer: string): Promise<void> {
  const where = { isActive: true, product: { metadata: { path: ['plan_key'], equals: 'pro' } } };
  const price = await database.prisma.price.findFirstOrThrow({ where, orderBy: { unitAmount: 'asc' } });
  await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
}
