import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildProduct, buildUser, nothingPaid, subscribed } from '#features/billing/billing.test-setup.ts';
import { SubscriptionGate } from '#features/billing/components/subscription-gate.tsx';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

const products = [
  buildProduct({ plan_key: 'pro', sale: 'soon', amount: 1_500, interval: 'month' }),
  buildProduct({ capacity: 20, features: ['priority_support'] }),
];
const checkout = '/api/payment/create-checkout-session';

it('shows its children to people with an active subscription, without a request', async () => {
  const { requests } = await setUp({ user: buildUser(subscribed) });
  expect(screen.getByText('Behind the gate')).toBeVisible();
  expect(requests.map(({ path }) => path)).toEqual(['/api/auth/refresh']);
});

it('checks once more before it stays closed, and opens when a payment has arrived meanwhile', async () => {
  const late = Promise.withResolvers<unknown>();
  await setUp({ answers: { '/api/v1/me': late.promise } });
  expect(screen.getByText('Checking subscription status...')).toBeVisible();
  expect(screen.queryByText('Choose Your Plan')).not.toBeInTheDocument();
  late.resolve(buildUser(subscribed));
  expect(await screen.findByText('Behind the gate')).toBeVisible();
});

it.each([
  ['an active status without a subscription', { subscriptionStatus: 'active', stripeSubscriptionId: null } as const],
  ['a subscription that is not active', { subscriptionStatus: 'inactive', stripeSubscriptionId: 'sub_1' } as const],
])('stays closed for %s', async (_, state) => {
  await setUp({ user: buildUser(state), answers: { '/api/v1/me': buildUser(state) } });
  expect(await screen.findByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  expect(screen.queryByText('Behind the gate')).not.toBeInTheDocument();
});

it('stays closed when it cannot be checked', async () => {
  await setUp({ answers: { '/api/v1/me': refusal(500, 'internal', 'Server error') } });
  expect(await screen.findByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
});

it('shows early pro first, with its price, its spots and the way to the waitlist', async () => {
  await setUp({});
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual(['early_pro', 'pro']);
  expect(screen.getByText('Limited Time: Early Pro Special')).toBeVisible();
  expect(screen.getByText('€49')).toBeVisible();
  expect(screen.getByText('Save €131 a year compared with Pro')).toBeVisible();
  expect(screen.getByText('Priority support')).toBeVisible();
  expect(await screen.findByText('13 of 20 spots claimed')).toBeVisible();
  expect(screen.getByText('7 spots remaining')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Join Waitlist' })).toHaveAttribute('href', '/auth?early_pro=true');
  expect(screen.getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
  expect(screen.getByText(/30-day money-back guarantee and can be cancelled anytime/)).toBeVisible();
  for (const blurb of ['Secure Form Processing', 'GDPR Compliant', '24/7 Uptime', '99.9% guarantee']) {
    expect(screen.getByText(blurb)).toBeVisible();
  }
});

it('says that early pro is sold out when no spot remains', async () => {
  await setUp({ answers: { '/api/payment/early-pro-count': { count: 20, available: 0 } } });
  expect(await screen.findByRole('button', { name: 'Sold Out' })).toBeDisabled();
  expect(screen.queryByRole('link', { name: 'Join Waitlist' })).not.toBeInTheDocument();
});

it('tells a person of the waitlist that an invitation will come, instead of offering it again', async () => {
  await setUp({ answers: { '/api/v1/billing': { ...nothingPaid, isOnWaitlist: true } } });
  expect(await screen.findByText('You’re on the waitlist. We’ll invite you.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Join Waitlist' })).not.toBeInTheDocument();
  expect(screen.queryByText('Your invitation is accepted.')).not.toBeInTheDocument();
});

it('tells a person who came with an invitation that it is accepted, and not again after a subscription', async () => {
  const user = buildUser({ isInvited: true });
  const { unmount } = await setUp({ user });
  expect(await screen.findByText('Your invitation is accepted.')).toBeVisible();
  unmount();
  await setUp({ user, answers: { '/api/v1/billing': { ...nothingPaid, endedAt: '2026-11-20T14:36:00.000Z' } } });
  expect(await screen.findByText(/^Your subscription ended on/)).toBeVisible();
  expect(screen.queryByText('Your invitation is accepted.')).not.toBeInTheDocument();
});

it('leads an invited person to the payment page', async () => {
  const user = buildUser({ isInvited: true });
  const { left, sent } = await setUp({ user, answers: { [checkout]: { url: 'https://pay.example/1' } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Claim Your Spot' }));
  await waitFor(() => expect(left).toEqual(['https://pay.example/1']));
  expect(sent(checkout)).toEqual([
    {
      priceId: 'price_early_pro',
      userId: user.id,
      planType: 'early_pro',
      successUrl: 'http://localhost:3000/payment/success?success=true',
      cancelUrl: 'http://localhost:3000/payment/canceled?canceled=true',
    },
  ]);
});

it('lets the holder of the last spot go on with the payment page that is open', async () => {
  const openCheckout = { priceId: 'price_early_pro', expiresAt: '2026-11-20T14:36:00.000Z' };
  const { left } = await setUp({
    user: buildUser({ isInvited: true }),
    answers: {
      '/api/v1/billing': { ...nothingPaid, openCheckout },
      '/api/payment/early-pro-count': { count: 20, available: 0 },
      '/api/products': { products: [buildProduct({ capacity: 20 })] },
      [checkout]: { url: 'https://pay.example/open' },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Claim Your Spot' }));
  expect(screen.getByText(/^A spot is held for you until/)).toBeVisible();
  await waitFor(() => expect(left).toEqual(['https://pay.example/open']));
});

const proTwice = { plan_key: 'pro', amount: 1_500, interval: 'month', yearlyAmount: 18_000 } as const;

it('of two prices the one that was chosen is bought, the first one without a word', async () => {
  const { answer, sent } = await setUp({
    answers: {
      '/api/products': { products: [buildProduct({ ...proTwice, sale: 'open' })] },
      [checkout]: refusal(503, 'payments_unavailable', 'Failed to create checkout session'),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Plan' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create checkout session');
  expect(screen.getByRole('radio', { name: '€15 / month' })).toBeChecked();
  answer(checkout, { url: 'https://pay.example/1' });
  await userEvent.click(screen.getByRole('radio', { name: '€180 / year' }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose Plan' }));
  await waitFor(() =>
    expect(sent(checkout)).toMatchObject([{ priceId: 'price_pro' }, { priceId: 'price_pro_yearly' }]),
  );
});

it('shows both prices of a plan that cannot be bought yet, and no choice', async () => {
  await setUp({ answers: { '/api/products': { products: [buildProduct({ ...proTwice, sale: 'soon' })] } } });
  expect(await screen.findByText('€15')).toBeVisible();
  expect(screen.getByText('or €180 / year')).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

it("says the service's reason when a checkout is refused, and its own when there is none", async () => {
  const open = [buildProduct({ sale: 'open' })];
  const { answer, requests } = await setUp({
    answers: {
      '/api/products': { products: open },
      [checkout]: refusal(409, 'sold_out', 'Sold Out: all spots are taken at the moment'),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Plan' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Sold Out: all spots are taken at the moment');
  await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('early-pro-count'))).toHaveLength(2));
  answer(checkout, new Response('<html>', { status: 500 }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose Plan' }));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to start checkout process. Please try again.'),
  );
});

it('reports a failed load', async () => {
  await setUp({ answers: { '/api/products': refusal(500, 'internal', 'Server error') } });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch products' })).toBeVisible();
});

it('shows the plans without their spots when these cannot be counted', async () => {
  await setUp({ answers: { '/api/payment/early-pro-count': refusal(500, 'internal', 'Server error') } });
  expect(await screen.findByText('Failed to get early pro count')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Join Waitlist' })).toBeVisible();
});

function setUp({ user = buildUser(), answers = {} }: { user?: ReturnType<typeof buildUser>; answers?: object }) {
  return renderApp({
    path: '/dashboard',
    element: <SubscriptionGate>Behind the gate</SubscriptionGate>,
    user,
    answers: {
      '/api/v1/me': user,
      '/api/v1/billing': nothingPaid,
      '/api/products': { products },
      '/api/payment/early-pro-count': { count: 13, available: 7 },
      ...answers,
    },
  });
}
