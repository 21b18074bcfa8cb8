import type { billingRoutes } from '@inlet/contracts/api/billing';
import type { AccountDeps } from '#account-deps.ts';
import { changePlan } from '#billing/changes/change-plan.ts';
import { listInvoices } from '#billing/changes/list-invoices.ts';
import { previewChange } from '#billing/changes/preview-change.ts';
import { setCancellation } from '#billing/changes/set-cancellation.ts';
import { createCheckout } from '#billing/checkout/create-checkout.ts';
import { openPortal } from '#billing/checkout/open-portal.ts';
import { returnAddress } from '#billing/checkout/return-address.ts';
import { receiveEvent } from '#billing/events/receive-event.ts';
import { countEarlyPro } from '#billing/products/count-early-pro.ts';
import { readActiveProducts } from '#billing/products/read-products.ts';
import { readBilling, readBillingOf } from '#billing/read-billing.ts';
import { notYourself } from '#errors.ts';
import type { Handlers } from '#http/handler.ts';

export function billingHandlers(deps: AccountDeps): Handlers<keyof typeof billingRoutes> {
  const backTo = (address: string) => returnAddress(address, deps.config.PUBLIC_URL);
  return {
    listProducts: async () => ({ products: deps.plans.areSold ? await readActiveProducts(deps) : [] }),
    countEarlyPro: () => (deps.plans.areSold ? countEarlyPro(deps) : { count: 0, available: 0 }),
    createCheckout: async ({ person, user, body }) => {
      if (body.userId !== user.id) throw notYourself();
      const request = { ...body, successUrl: backTo(body.successUrl), cancelUrl: backTo(body.cancelUrl) };
      return { url: await createCheckout(deps, person.id, user, request) };
    },
    createPortal: async ({ user, body }) => {
      if (body.userId !== user.id) throw notYourself();
      return { url: await openPortal(deps, user, backTo(body.returnUrl)) };
    },
    readBilling: ({ person, user }) => readBilling(deps, person, user),
    previewChange: ({ user, body }) => previewChange(deps, user, body.priceId),
    changePlan: async ({ person, user, actor, body }) => {
      await changePlan(deps, actor, user, body);
      return readBillingOf(deps, person, user.id);
    },
    cancelSubscription: async ({ person, user, actor }) => {
      await setCancellation(deps, actor, user, true);
      return readBillingOf(deps, person, user.id);
    },
    resumeSubscription: async ({ person, user, actor }) => {
      await setCancellation(deps, actor, user, false);
      return readBillingOf(deps, person, user.id);
    },
    listInvoices: async ({ user }) => ({ invoices: deps.plans.areSold ? await listInvoices(deps, user) : [] }),
    receiveStripeEvent: async ({ request }) => {
      await receiveEvent(deps, request.body, request.headers['stripe-signature']);
      return { received: true };
    },
  };
}
