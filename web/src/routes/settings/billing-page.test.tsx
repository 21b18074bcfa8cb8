import type { BillingState } from '@inlet/contracts/billing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildProduct, buildUser, nothingPaid, subscribed } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { BillingPage } from '#routes/settings/billing-page.tsx';

const starter = buildProduct({ plan_key: 'starter', sale: 'open', amount: 500, interval: 'month' });
const pro = buildProduct({ plan_key: 'pro', sale: 'open', amount: 1_500, interval: 'month' });
const onStarter: BillingState = {
  ...nothingPaid,
  plan: 'starter',
  priceId: 'price_starter',
  subscriptionStatus: 'active',
  currentPeriodEnd: '2026-12-23T12:00:00.000Z',
};
const preview = {
  priceId: 'price_pro',
  currency: 'eur',
  lines: [
    { description: 'Unused time on Starter after 23 Nov 2026', amount: -500 },
    { description: 'Remaining time on Pro after 23 Nov 2026', amount: 1_500 },
  ],
  creditBefore: 300,
  dueNow: 700,
  creditAfter: 0,
  renewsAt: '2026-12-23T12:00:00.000Z',
  prorationAt: '2026-11-23T12:00:00.000Z',
};
const [previewPath, changePath] = ['/api/v1/billing/preview', '/api/v1/billing/change'];

it('shows plan, price, renewal and invoices', async () => {
  await setUp();
  expect(await screen.findByRole('heading', { name: 'Starter Plan' })).toBeVisible();
  expect(await screen.findByText('€5 / month')).toBeVisible();
  expect(screen.getByText('Renews on Dec 23, 2026')).toBeVisible();
  const row = await screen.findByRole('listitem');
  expect(row).toHaveTextContent('Nov 23, 2026INLET-0001Paid€5');
  expect(within(row).getByRole('link')).toHaveAttribute('href', 'https://pay.example/i/1');
});

it('changes the plan for the amount that was shown', async () => {
  const { sent, answer } = await setUp();
  await userEvent.click(await screen.findByRole('button', { name: 'Change Plan' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change Plan' });
  const card = await within(dialog).findByRole('article', { name: 'pro' });
  await userEvent.click(within(card).getByRole('button', { name: 'Choose Plan' }));
  expect(await within(dialog).findByText('Remaining time on Pro after Nov 23, 2026')).toBeVisible();
  for (const amount of ['-€5', '€15', '-€3', '€7']) expect(within(dialog).getByText(amount)).toBeVisible();
  expect(within(dialog).getByText(/^Renews on Dec 23, 2026 for €15 \/ month\./)).toBeVisible();
  expect(within(dialog).getByText('You get: analytics, automatic deletion, priority support.')).toBeVisible();
  answer('/api/v1/me', buildUser(subscribed));
  answer('/api/v1/billing', { ...onStarter, plan: 'pro', priceId: 'price_pro' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pay €7 and Change Plan' }));
  expect(await within(dialog).findByText(/Your plan is Pro Plan now/)).toBeVisible();
  expect(sent(changePath)).toEqual([{ priceId: 'price_pro', prorationAt: preview.prorationAt }]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('heading', { name: 'Pro Plan' })).toBeVisible();
});

it('says that a card was declined, offers the portal, and calculates anew for the next attempt', async () => {
  const { answer, sent } = await setUp();
  answer(changePath, refusal(402, 'payment_failed', 'Your card was not charged.'));
  await userEvent.click(await screen.findByRole('button', { name: 'Change Plan' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Choose Plan' }));
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Pay €7 and Change Plan' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Your card was not charged.');
  expect(within(dialog).getByRole('button', { name: 'Manage Billing' })).toBeVisible();
  await waitFor(() => expect(sent(previewPath)).toHaveLength(2));
});

it('offers to resume where a canceled subscription cannot be changed', async () => {
  const { answer } = await setUp();
  answer(previewPath, refusal(409, 'subscription_ends', 'Resume it first.'));
  answer('/api/v1/billing/resume', onStarter);
  await userEvent.click(await screen.findByRole('button', { name: 'Change Plan' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Choose Plan' }));
  const resume = await within(dialog).findByRole('button', { name: 'Resume Subscription' });
  answer(previewPath, preview);
  await userEvent.click(resume);
  expect(await within(dialog).findByText('Due now')).toBeVisible();
});

it('cancels after saying what is refused and what is kept, and resumes', async () => {
  const { answer } = await setUp();
  const ending = { ...onStarter, cancelAtPeriodEnd: true };
  answer('/api/v1/billing/cancel', ending);
  answer('/api/v1/billing/resume', onStarter);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('100 submissions a month and refuse further ones');
  expect(dialog).toHaveTextContent('Your forms and their submissions are kept.');
  expect(within(dialog).getByRole('button', { name: 'Keep Subscription' })).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }));
  expect(await screen.findByText('Your subscription ends on Dec 23, 2026')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Resume Subscription' }));
  expect(await screen.findByText('Renews on Dec 23, 2026')).toBeVisible();
});

it('says what is kept where no subscription is left', async () => {
  const kept = { forms: 5, submissions: 1_463, submissionsPerMonth: 100 };
  await setUp({ ...nothingPaid, endedAt: '2026-11-22T12:00:00.000Z', kept });
  expect(await screen.findByRole('heading', { name: 'Your subscription ended on Nov 22, 2026' })).toBeVisible();
  expect(screen.getByText(/your 5 forms together accept 100 submissions a month/)).toBeVisible();
  expect(screen.getByText(/5 forms and 1,463 submissions are kept/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/dashboard');
});

function setUp(billing: BillingState = onStarter) {
  const user = buildUser({ plan: 'starter', subscriptionStatus: 'active', stripeSubscriptionId: 'sub_1' });
  const invoice = { id: 'in_1', number: 'INLET-0001', createdAt: '2026-11-23T12:00:00.000Z', currency: 'eur' };
  const paid = { total: 500, amountDue: 500, status: 'paid', url: 'https://pay.example/i/1', pdfUrl: null };
  return renderApp({
    path: '/settings/billing',
    element: <BillingPage />,
    user,
    answers: {
      '/api/v1/me': user,
      '/api/v1/billing': billing,
      '/api/v1/billing/invoices': { invoices: [{ ...invoice, ...paid }] },
      '/api/products': { products: [starter, pro] },
      '/api/payment/early-pro-count': { count: 1, available: 19 },
      '/api/v1/usage': refusal(503, 'unavailable', 'Not now'),
      [previewPath]: preview,
      [changePath]: { ...onStarter, plan: 'pro', priceId: 'price_pro' },
    },
  });
}
