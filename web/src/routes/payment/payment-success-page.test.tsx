import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildProduct, buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { PaymentSuccessPage } from '#routes/payment/payment-success-page.tsx';

const paid = buildUser(subscribed);

beforeEach(() => {
  vi.useFakeTimers();
});

it('waits three seconds, reads the plan again, then shows it with its features', async () => {
  const { sent } = await setUp({ me: paid });
  await pass(2_950);
  expect(heading()).toBe('Processing Your Payment');
  expect(sent('/api/v1/me')).toEqual([]);
  await pass(100);
  expect(sent('/api/v1/me')).toHaveLength(1);
  expect(heading()).toBe('Payment Successful');
  expect(screen.getByRole('heading', { name: 'Pro Plan' })).toBeVisible();
  expect(screen.getByText('Webhooks')).toBeVisible();
  await pass(10_000);
  expect(sent('/api/v1/me')).toHaveLength(1);
});

it('keeps asking, and says so, while the payment is not known yet', async () => {
  const { answer } = await setUp({ me: buildUser() });
  await pass(3_000);
  expect(heading()).toBe('Processing Your Payment');
  expect(screen.getByText(/has not told us of your payment yet/)).toBeVisible();
  answer('/api/v1/me', refusal(500, 'internal', 'Server error'));
  await pass(10_000);
  expect(heading()).toBe('Processing Your Payment');
  answer('/api/v1/me', paid);
  await pass(2_050);
  expect(heading()).toBe('Payment Successful');
});

it('gives up after half a minute without claiming anything, and asks again on demand', async () => {
  const { answer, sent } = await setUp({ me: buildUser() });
  await pass(32_900);
  expect(heading()).toBe('Processing Your Payment');
  await pass(200);
  expect(heading()).toBe('Your payment is not confirmed yet');
  const asked = sent('/api/v1/me').length;
  await pass(20_000);
  expect(sent('/api/v1/me')).toHaveLength(asked);
  answer('/api/v1/me', paid);
  act(() => screen.getByRole('button', { name: 'Check again' }).click());
  await pass(50);
  expect(heading()).toBe('Payment Successful');
});

it('is only for people who return from the payment', async () => {
  const { address } = await setUp({ me: paid, path: '/payment/success' });
  expect(address()).toBe('/dashboard');
});

async function setUp({ me, path = '/payment/success?success=true' }: { me: object; path?: string }) {
  const app = await renderApp({
    path,
    element: <PaymentSuccessPage />,
    user: buildUser(),
    answers: { '/api/v1/me': me, '/api/products': { products: [buildProduct({ plan_key: 'pro' })] } },
  });
  await pass(0);
  return app;
}

function heading() {
  return screen.getByRole('heading', { level: 1 }).textContent;
}

/** Lets React render the effects of a timer and of the response. */
async function pass(durationMs: number) {
  await act(() => vi.advanceTimersByTimeAsync(durationMs));
  await act(() => vi.advanceTimersByTimeAsync(1));
}
