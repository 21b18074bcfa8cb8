import type { BillingDeps } from '#billing/billing-deps.ts';
import { aboutWhat } from '#billing/events/about-event.ts';
import { forgetEvent, insertEvent, markProcessed } from '#billing/events/stripe-events.store.ts';
import { syncProducts } from '#billing/products/sync-products.ts';
import { findCustomersAfter } from '#billing/subscription/subscriptions.store.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';

const customersAtOnce = 100;
/** If this many customers in a row cannot be read, Stripe is away. */
const failuresMax = 5;

/** Runs once a day in whichever process is first: a row among the events marks the day as taken. */
export async function reconcileOnceADay(deps: BillingDeps, signal: AbortSignal): Promise<void> {
  const { pool } = deps.database;
  const id = `inlet-reconcile-${new Date().toISOString().slice(0, 10)}`;
  if (!(await insertEvent(pool, { id, type: 'inlet.reconcile', objectId: null, customerId: null }))) return;
  await markProcessed(pool, id);
  try {
    await reconcile(deps, signal);
  } catch (error) {
    // The next hour retries.
    await forgetEvent(pool, id);
    throw error;
  }
}

/** Compares everything with Stripe to find what no event reported: products, each customer, and lost events. */
export async function reconcile(deps: BillingDeps, signal: AbortSignal): Promise<void> {
  const { database, stripe, logger } = deps;
  await syncProducts(deps);
  const missed = await stripe.events.list({ delivery_success: false, limit: 100 }).autoPagingToArray({ limit: 1_000 });
  for (const event of missed) {
    await insertEvent(database.pool, { id: event.id, type: event.type, ...aboutWhat(event) });
  }
  let count = 0;
  let failures = 0;
  for await (const customer of customersOf(deps)) {
    signal.throwIfAborted();
    try {
      await syncCustomer(deps, customer);
      count += 1;
      failures = 0;
    } catch (err) {
      logger.warn({ err }, 'stripe reconciliation: customer failed');
      failures += 1;
      if (failures >= failuresMax) throw err;
    }
  }
  logger.info({ customers: count, missedEvents: missed.length }, 'stripe reconciliation: complete');
}

/** Every known customer. */
async function* customersOf({ database }: Pick<BillingDeps, 'database'>): AsyncGenerator<string> {
  let after: string | null = null;
  for (;;) {
    const page = await findCustomersAfter(database.prisma, after, customersAtOnce);
    for (const { stripeCustomerId } of page) if (stripeCustomerId !== null) yield stripeCustomerId;
    after = page.at(-1)?.id ?? null;
    if (page.length < customersAtOnce) return;
  }
}
