import type { BillingDeps } from '#billing/billing-deps.ts';
import { settleSession } from '#billing/checkout/settle-checkout.ts';
import type { DueEvent } from '#billing/events/stripe-events.store.ts';
import { syncProducts } from '#billing/products/sync-products.ts';
import { isMissingAtStripe } from '#billing/stripe-client.ts';
import { syncCustomer } from '#billing/subscription/sync-customer.ts';

type Handle = (deps: BillingDeps, event: DueEvent) => Promise<void>;

const followCustomer: Handle = (deps, { customerId }) => onlyIf(customerId, (id) => syncCustomer(deps, id));

/** What is done for an event, by the beginning of its type; others are ignored. */
const handlers: readonly (readonly [prefix: string, handle: Handle])[] = [
  ['checkout.session.', (deps, { objectId }) => onlyIf(objectId, (id) => settleSession(deps, id))],
  ['customer.subscription.', followCustomer],
  ['customer.deleted', followCustomer],
  ['invoice.', followCustomer],
  ['product.', syncProducts],
  ['price.', syncProducts],
];

/** An event only says where to look: the object itself is read again, so a late or repeated event does no harm. */
export async function handleEvent(deps: BillingDeps, event: DueEvent): Promise<void> {
  const found = handlers.find(([prefix]) => event.type.startsWith(prefix));
  try {
    await found?.[1](deps, event);
  } catch (err) {
    // An object that Stripe has deleted will not come back, so retrying is useless.
    if (!isMissingAtStripe(err)) throw err;
    deps.logger.warn({ err, eventId: event.id, type: event.type }, 'stripe events: object is gone at Stripe');
  }
}

async function onlyIf(id: string | null, handle: (id: string) => Promise<void>): Promise<void> {
  if (id !== null) await handle(id);
}
