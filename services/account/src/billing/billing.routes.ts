import { createCheckoutSchema, createPortalSchema } from '@inlet/contracts/billing';
import { validate } from '@inlet/service/validate';
import { type RequestHandler, Router } from 'express';
import { currentUser } from '#access/caller.ts';
import { limitAccount } from '#access/limits/limit-account.ts';
import { checkoutsOfAccount, portalsOfAccount } from '#access/limits/limits.ts';
import { nothingToManage, notYourself, portalFailed } from '#billing/billing-errors.ts';
import { createCheckout } from '#billing/checkout/create-checkout.ts';
import { returnAddress } from '#billing/checkout/return-address.ts';
import { readActiveProducts } from '#billing/products/read-products.ts';
import { countSpots } from '#billing/products/spots.store.ts';
import { isMissingAtStripe } from '#billing/stripe-client.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { requirePerson, requireUser } from '#identity/sessions/require-user.ts';

/** What can be bought, by everybody who asks. */
export function productsHandler(deps: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (_request, response) => {
    response.json({ products: await readActiveProducts(deps) });
  };
}

/** Ways to pay and to change what one pays. */
export function createPaymentRouter(deps: AccountDeps): Router {
  const router = Router();
  router.get('/early-pro-count', earlyProCountHandler(deps));
  const person = [requireUser(deps), requirePerson];
  router.post('/create-checkout-session', person, limitAccount(deps, checkoutsOfAccount), checkoutHandler(deps));
  router.post('/create-portal-session', person, limitAccount(deps, portalsOfAccount), portalHandler(deps));
  return router;
}

function earlyProCountHandler({ database }: AccountDeps): RequestHandler {
  return async (_request, response) => {
    const { taken, all } = await countSpots(database.pool, 'early_pro');
    response.json({ count: taken, available: all - taken });
  };
}

function checkoutHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const input = validate(createCheckoutSchema, request.body);
    const user = currentUser(response);
    if (input.userId !== user.id) throw notYourself();
    const successUrl = returnAddress(input.successUrl, deps.config.PUBLIC_URL);
    const cancelUrl = returnAddress(input.cancelUrl, deps.config.PUBLIC_URL);
    response.json({ url: await createCheckout(deps, user, { ...input, successUrl, cancelUrl }) });
  };
}

function portalHandler({ stripe, config, logger }: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { userId, returnUrl } = validate(createPortalSchema, request.body);
    const { id, stripeCustomerId } = currentUser(response);
    if (userId !== id) throw notYourself();
    const home = returnAddress(returnUrl, config.PUBLIC_URL);
    if (stripeCustomerId === null) throw nothingToManage();
    try {
      const session = await stripe.billingPortal.sessions.create({ customer: stripeCustomerId, return_url: home });
      response.json({ url: session.url });
    } catch (err) {
      // The customer was deleted at Stripe, and with it everything that could be looked after there.
      if (isMissingAtStripe(err)) throw nothingToManage();
      logger.warn({ err }, 'the billing portal could not be opened');
      throw portalFailed();
    }
  };
}
