import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import { subscriptionRequired } from '#errors.ts';

/** The gate: what an account does with its forms needs an active subscription. */
export const requireSubscription: RequestHandler = (_request, response, next) => {
  const { subscriptionStatus, stripeSubscriptionId } = currentUser(response);
  if (subscriptionStatus !== 'active' || stripeSubscriptionId === null) throw subscriptionRequired();
  next();
};
