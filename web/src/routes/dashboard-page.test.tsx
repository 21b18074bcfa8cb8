import type { Usage } from '@inlet/contracts/usage';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildProduct, buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { DashboardPage } from '#routes/dashboard-page.tsx';

it('shows the plan and its usage', async () => {
  await setUp({ forms: [buildForm(), buildForm({ isActive: false })] });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome back');
  expect(screen.getByText('Pro Plan')).toBeVisible();
  expect(await screen.findByText('4')).toHaveTextContent('4/20');
  expect(screen.getByText('Monthly Submissions').nextSibling).toHaveTextContent('3,999/5,000');
  expect(screen.getByText('Active Forms').nextSibling).toHaveTextContent('1');
  expect(screen.queryByText('Approaching Plan Limits')).not.toBeInTheDocument();
});

it.each([
  [79.9, 'calm', false],
  [80, 'warning', true],
  [99.9, 'warning', true],
  [100, 'full', true],
])('at %d %% of a limit the bar is %s, and the warning stands there: %s', async (percentage, level, isWarned) => {
  await setUp({ usage: { submissionUsagePercentage: percentage } });
  const bar = await screen.findByRole('progressbar', { name: 'Submissions of this month used' });
  expect(bar.firstElementChild).toHaveAttribute('data-level', level);
  expect(screen.queryAllByRole('heading', { name: 'Approaching Plan Limits' })).toHaveLength(isWarned ? 1 : 0);
});

it('the warning about a reached limit names the consequence', async () => {
  await setUp({
    usage: {
      currentSubmissions: 5_000,
      isSubmissionLimitReached: true,
      submissionUsagePercentage: 100,
      currentForms: 17,
      formUsagePercentage: 85,
    },
  });
  const warning = await screen.findByRole('alert');
  expect(warning).toHaveTextContent(
    'Monthly submission limit reached (5,000). Upgrade your plan or wait until next month.',
  );
  expect(screen.getByRole('heading', { name: 'Plan limit reached' })).toBeVisible();
  expect(warning).toHaveTextContent('You have used 17 of 20 forms.');
  expect(warning).not.toHaveTextContent('5,000 of 5,000');
});

it('the warning leads to the plans', async () => {
  await setUp({ usage: { formUsagePercentage: 85, currentForms: 17 } });
  expect(await screen.findByText('You have used 17 of 20 forms.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade Plan' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upgrade Plan' });
  expect(await within(dialog).findByRole('button', { name: 'Current Plan' })).toBeDisabled();
  expect(within(dialog).getByRole('link', { name: 'Join Waitlist' })).toBeVisible();
});

it('a new form is started while the limit is not reached', async () => {
  const { address } = await setUp({});
  await screen.findByText('4');
  await userEvent.click(screen.getByRole('button', { name: 'New Form' }));
  expect(address()).toBe('/forms/new');
});

it('at the form limit the reason is said and the plans open instead', async () => {
  const { address } = await setUp({ usage: { currentForms: 20, isFormLimitReached: true, formUsagePercentage: 100 } });
  await screen.findByText('20');
  await userEvent.click(screen.getByRole('button', { name: 'New Form' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upgrade Plan' });
  expect(within(dialog).getByRole('alert')).toHaveTextContent(
    "You've reached your form limit (20). Upgrade your plan to create more forms.",
  );
  expect(address()).toBe('/dashboard');
});

it('shows the five newest forms', async () => {
  const forms = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => buildForm({ name, submissionCount: 2 }));
  await setUp({ forms });
  const shown = await screen.findAllByRole('article');
  expect(shown.map((article) => article.getAttribute('aria-label'))).toEqual(['one', 'two', 'three', 'four', 'five']);
  expect(shown[0]).toHaveTextContent('Created Nov 20, 2026');
  expect(shown[0]).toHaveTextContent('2 submissions');
  expect(shown[0]).toHaveTextContent('1 origin');
  expect(screen.getByRole('link', { name: 'View Details of one' })).toHaveAttribute('href', `/forms/${forms[0]?.id}`);
});

it('an account without forms is led to its first one', async () => {
  await setUp({});
  expect(await screen.findByRole('heading', { name: 'No forms yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create Form' })).toHaveAttribute('href', '/forms/new');
});

it('a failed load can be repeated', async () => {
  const { answer } = await setUp({ answers: { '/api/v1/usage': refusal(500, 'internal', 'Server error') } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error');
  answer('/api/v1/usage', buildUsage({ currentForms: 7 }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('7')).toBeVisible();
});

interface SetUp {
  readonly usage?: Partial<Usage>;
  readonly forms?: readonly unknown[];
  readonly answers?: Record<string, unknown>;
}

function setUp({ usage = {}, forms = [], answers = {} }: SetUp) {
  const user = buildUser(subscribed);
  return renderApp({
    path: '/dashboard',
    element: <DashboardPage />,
    user,
    answers: {
      '/api/v1/me': user,
      '/api/v1/usage': buildUsage(usage),
      '/api/v1/forms': { forms, nextCursor: null },
      '/api/products': { products: [buildProduct(), buildProduct({ plan_key: 'pro', sale: 'soon' })] },
      '/api/payment/early-pro-count': { count: 1, available: 19 },
      ...answers,
    },
  });
}

function buildUsage(overrides: Partial<Usage>): Usage {
  return {
    plan: 'pro',
    currentForms: 4,
    formLimit: 20,
    currentSubmissions: 3_999,
    submissionLimit: 5_000,
    isFormLimitReached: false,
    isSubmissionLimitReached: false,
    formUsagePercentage: 20,
    submissionUsagePercentage: 79.9,
    periodStart: '2026-11-01T00:00:00.000Z',
    periodEnd: '2026-12-01T00:00:00.000Z',
    ...overrides,
  };
}
