import { Router, urlencoded } from 'express';
import { actInPortal } from '#pages/act-in-portal.ts';
import { showCheckout } from '#pages/checkout-page.ts';
import { moveClock, showClock } from '#pages/clock-page.ts';
import { decideCheckout } from '#pages/decide-checkout.ts';
import { resendDelivery, showDeliveries } from '#pages/deliveries-page.ts';
import { showInvoice } from '#pages/invoice-page.ts';
import { showOverview } from '#pages/overview-page.ts';
import { pageFailure } from '#pages/page-failure.ts';
import { showPortal } from '#pages/portal-page.ts';
import type { Simulator } from '#simulator.ts';

/** The pages. */
export function createPageRoutes(simulator: Simulator): Router {
  const router = Router();
  const form = urlencoded({ extended: false });
  router.get('/', showOverview(simulator));
  router.get('/c/pay/:id', showCheckout(simulator));
  router.post('/c/pay/:id', form, decideCheckout(simulator));
  router.get('/p/session/:id', showPortal(simulator));
  router.post('/p/session/:id', form, actInPortal(simulator));
  router.get('/i/:id', showInvoice(simulator));
  router.get('/clock', showClock(simulator));
  router.post('/clock', form, moveClock(simulator));
  router.get('/deliveries', showDeliveries(simulator));
  router.post('/deliveries', form, resendDelivery(simulator));
  router.use(pageFailure);
  return router;
}
