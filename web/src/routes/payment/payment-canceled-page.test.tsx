import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildProduct, buildUser, nothingPaid } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { PaymentCanceledPage } from '#routes/payment/payment-canceled-page.tsx';

const openCheckout = { priceId: 'price_early_pro', expiresAt: '2026-11-20T14:36:00.000Z' };

it('leads back into the payment page that is open', async () => {
  const { left, sent } = await setUp({ ...nothingPaid, openCheckout });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  await waitFor(() => expect(left).toEqual(['https://pay.example/open']));
  expect(sent('/api/payment/create-checkout-session')).toMatchObject([{ priceId: 'price_early_pro' }]);
  expect(screen.getByText(/Your payment page stays open until/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/pricing');
});

it('says that the payment page could not be opened', async () => {
  const { answer } = await setUp({ ...nothingPaid, openCheckout });
  answer('/api/payment/create-checkout-session', new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to start checkout process. Please try again.');
});

it('leads to the prices and to the dashboard where none is open', async () => {
  await setUp(nothingPaid);
  expect(await screen.findByText('You left before paying. Nothing was charged.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/pricing');
  expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.queryByRole('button', { name: 'Continue to Payment' })).not.toBeInTheDocument();
});

function setUp(billing: object) {
  return renderApp({
    path: '/payment/canceled?canceled=true',
    element: <PaymentCanceledPage />,
    user: buildUser({ isInvited: true }),
    answers: {
      '/api/v1/billing': billing,
      '/api/products': { products: [buildProduct()] },
      '/api/payment/create-checkout-session': { url: 'https://pay.example/open' },
    },
  });
}
