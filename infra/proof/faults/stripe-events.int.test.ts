import { randomUUID } from 'node:crypto';
import { type Fleets, startFleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { callerOf, signUp } from '#house/house.test-setup.ts';
import { reportFault } from '#house/ledger.ts';
import { isFullRun } from '#house/run-settings.ts';
import { controlStripe, sendStripeEvent } from '#house/stripe.test-setup.ts';

const settledWithinMs = 60_000;
const buyers = 40;
const spots = 20;
/** Accounts that buy a spot and cancel again. */
const leaving = 6;
const forgeries = 20;
const threeDaysSeconds = 3 * 86_400;
const earlyPro = 'price_inlet_early_pro_yearly';

type Buyer = Awaited<ReturnType<typeof invited>>;

/** A person with an account and an invitation, which permits buying. */
async function invited({ urls, database: { prisma } }: Fleets) {
  const email = `${randomUUID()}@example.com`;
  const { access_token: token, user } = await signUp(urls.account, email);
  const dates = { expiresAt: new Date(), usedAt: new Date() };
  await prisma.invitation.create({ data: { id: randomUUID(), email, tokenHash: email, userId: user.id, ...dates } });
  return { id: user.id, token };
}

/** Requests a checkout and pays; returns the status of the first request. */
async function buy({ urls }: Fleets, { id, token }: Buyer): Promise<number> {
  const home = `${urls.gateway}/payment`;
  const addresses = { successUrl: `${home}/success?success=true`, cancelUrl: `${home}/canceled` };
  const body = { priceId: earlyPro, planType: 'early_pro', userId: id, ...addresses };
  const answer = await callerOf(urls.account, token)('POST /api/payment/create-checkout-session', body);
  if (answer.ok) {
    const { url } = (await answer.json()) as { url: string };
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' });
  }
  return answer.status;
}

async function untilSettled({ urls, database: { prisma } }: Fleets): Promise<void> {
  const isSettled = async () => {
    const told = await fetch(`${urls.stripe}/_control/deliveries`);
    const { deliveries } = (await told.json()) as { deliveries: { state: string }[] };
    if (deliveries.some(({ state }) => state === 'waiting')) return false;
    return (await prisma.stripeEvent.count({ where: { processedAt: null } })) === 0;
  };
  await waitUntil(isSettled, { timeoutMs: settledWithinMs, what: 'all that Stripe tells to be worked off' });
}

/** The accounts with the plan here, and those that pay for it at Stripe. */
async function owners({ database: { prisma } }: Fleets, stripe: Stripe) {
  const users = await prisma.user.findMany({ where: { plan: 'early_pro', subscriptionStatus: 'active' } });
  const { data } = await stripe.subscriptions.list({ status: 'active', limit: 100 });
  return { here: users.map(({ stripeSubscriptionId }) => stripeSubscriptionId), atStripe: data.map(({ id }) => id) };
}

it.runIf(isFullRun)('has what Stripe has, however its events come', { timeout: 180_000 }, async () => {
  const house = await startFleets(1, { services: ['stripe', 'account'] });
  const { urls, database } = house;
  const { hostname: host, port } = new URL(urls.stripe);
  const stripe = new Stripe('sk_test_local', { host, port, protocol: 'http', telemetry: false });
  const areFree = async () => (await database.prisma.spot.count({ where: { state: 'free' } })) === spots;
  await waitUntil(areFree, { timeoutMs: settledWithinMs, what: 'the products to be taken over' });
  const people = await Promise.all(Array.from({ length: buyers }, () => invited(house)));

  await controlStripe(urls.stripe, 'webhooks', { duplicate: 2, shuffle: true });
  const statuses = await Promise.all(people.map((buyer) => buy(house, buyer)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(spots);
  expect(statuses.filter((status) => status === 409)).toHaveLength(buyers - spots);
  await untilSettled(house);
  expect((await owners(house, stripe)).here).toHaveLength(spots);

  await controlStripe(urls.stripe, 'webhooks', { pause: true });
  const { atStripe } = await owners(house, stripe);
  await Promise.all(atStripe.slice(0, leaving).map((id) => stripe.subscriptions.cancel(id)));
  await controlStripe(urls.stripe, 'clock', { advanceSeconds: threeDaysSeconds });
  const forged = await Promise.all(
    atStripe.slice(-forgeries).map((id) => {
      const data = { object: { id, object: 'subscription', status: 'canceled' } };
      const event = { id: `evt_${id}`, object: 'event', type: 'customer.subscription.deleted', data };
      return sendStripeEvent(urls.account, event, 'whsec_of_somebody_else');
    }),
  );
  expect(new Set(forged.map(({ status }) => status))).toEqual(new Set([400]));
  expect((await owners(house, stripe)).here).toHaveLength(spots);
  await controlStripe(urls.stripe, 'webhooks', { pause: false });
  await untilSettled(house);

  const { here, atStripe: paying } = await owners(house, stripe);
  reportFault('13 events of Stripe', {
    attempted: buyers,
    acknowledged: paying.length,
    lost: paying.filter((id) => !here.includes(id)).length,
    duplicated: here.length - new Set(here).size,
    unexpected: here.filter((id) => id === null || !paying.includes(id)).length,
    recovered: 0,
  });
  expect(paying).toHaveLength(spots - leaving);
  expect(here.toSorted()).toEqual(paying.toSorted());
  expect(await database.prisma.spot.count({ where: { state: 'sold' } })).toBe(spots - leaving);
  expect(await areFree()).toBe(false);
});
