import type { Dashboard } from '@inlet/contracts/dashboard';
import { automaticRoles } from '@inlet/contracts/field-roles';
import type { Usage } from '@inlet/contracts/usage';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildProduct, buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { formatWhen } from '#lib/relative-time.ts';
import { DashboardPage } from '#routes/app/dashboard-page.tsx';

it('shows the plan and its usage', async () => {
  await setUp({ forms: [buildForm(), buildForm({ isActive: false })] });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome back');
  expect(screen.getByText('Pro Plan')).toBeVisible();
  expect(await screen.findByText('4')).toHaveTextContent('4/20');
  expect(screen.getByText('Monthly Submissions').nextSibling).toHaveTextContent('3,999/5,000');
  expect(screen.getByText('Monthly Data').nextSibling).toHaveTextContent('250 MB/5 GB');
  expect(screen.getByText('Active Forms').nextSibling).toHaveTextContent('1');
  expect(screen.queryByText('Approaching Plan Limits')).not.toBeInTheDocument();
});

it('a plan that was canceled shows its last day', async () => {
  const billing = { cancelAtPeriodEnd: true, currentPeriodEnd: '2027-11-28T12:00:00.000Z', paymentDueBy: null };
  await setUp({ answers: { '/api/v1/billing': billing } });
  expect(await screen.findByText('Pro Plan until Nov 28, 2027')).toBeVisible();
});

it('a plan that renews shows no last day', async () => {
  const billing = { cancelAtPeriodEnd: false, currentPeriodEnd: '2027-11-28T12:00:00.000Z', paymentDueBy: null };
  const { requests } = await setUp({ answers: { '/api/v1/billing': billing } });
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/api/v1/billing'));
  expect(await screen.findByText('Pro Plan')).toBeVisible();
  expect(screen.queryByText(/until/)).not.toBeInTheDocument();
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

it.each([
  [49.9, 0],
  [50, 1],
])('without payments, a limit of which %d %% are used has %d bars', async (percentage, count) => {
  await setUp({
    user: buildUser({ needsSubscription: false }),
    usage: { formUsagePercentage: 1, submissionUsagePercentage: percentage, byteUsagePercentage: 1 },
  });
  expect(await screen.findByText('4')).toHaveTextContent('4/20');
  expect(screen.queryAllByRole('progressbar', { name: 'Submissions of this month used' })).toHaveLength(count);
  expect(screen.queryByRole('progressbar', { name: 'Forms used' })).not.toBeInTheDocument();
});

it('warns of data as of submissions, and says when there is no more room for any', async () => {
  await setUp({ usage: { currentBytes: 4_100_000_000, byteUsagePercentage: 82 } });
  expect(await screen.findByText('You have used 4.1 GB of 5 GB of this month’s data.')).toBeInTheDocument();
});

it('a month without room for data refuses submissions', async () => {
  await setUp({ usage: { isByteLimitReached: true, byteUsagePercentage: 100 } });
  const warning = await screen.findByRole('alert');
  expect(warning).toHaveTextContent('Monthly data limit reached (5 GB). Upgrade your plan or wait until next month.');
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

it('a form without submissions is led to its setup', async () => {
  const form = buildForm({ name: 'Contact' });
  await setUp({ forms: [form] });
  expect(await screen.findByRole('heading', { name: 'Waiting for the first submission' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Continue the setup' })).toHaveAttribute('href', `/forms/${form.id}/setup`);
  expect(screen.getByRole('article', { name: 'Contact' })).toBeVisible();
});

it('shows the last thirty days, and how they compare', async () => {
  const days = daysOf(10).map((day, index) => (index === 59 ? { ...day, submissions: 70 } : day));
  await setUp({ forms: [busy], dashboard: { days } });
  const chart = await screen.findByRole('region', { name: 'Submissions, last 30 days' });
  expect(chart).toHaveTextContent('360');
  expect(chart).toHaveTextContent('+20% against the 30 days before · 70 today');
  await userEvent.click(within(chart).getByRole('button', { name: 'Show as table' }));
  const [, first, second] = await within(chart).findAllByRole('row');
  expect(first).toHaveTextContent('Nov 2270');
  expect(second).toHaveTextContent('Nov 2110');
  expect(within(chart).getAllByRole('row')).toHaveLength(31);
});

it('shows the latest submissions, each as a link to itself', async () => {
  const submission = buildSubmission({
    formId: busy.id,
    data: { name: 'Ada', message: 'Is the walnut version back in stock?' },
  });
  await setUp({
    forms: [busy],
    dashboard: { latest: [{ ...submission, formName: busy.name, fieldRoles: automaticRoles }] },
  });
  const row = await screen.findByRole('link', { name: /Ada/ });
  expect(row).toHaveTextContent('Is the walnut version back in stock?');
  expect(row).toHaveAttribute('href', `/forms/${busy.id}?submission=${submission.id}`);
});

it('names what needs attention, with the step that helps', async () => {
  await setUp({
    forms: [busy],
    dashboard: {
      attention: [
        {
          kind: 'failing-target',
          ...about,
          targetId: 't',
          targetName: 'CRM',
          isDisabled: false,
          since: null,
          waiting: 18,
        },
        { kind: 'silent-form', ...about, since: new Date(Date.now() - 4 * 86_400_000).toISOString() },
        { kind: 'spam', ...about, count: 46 },
      ],
    },
  });
  await screen.findByText(/is failing/);
  const panel = screen.getByRole('region', { name: 'Needs attention' });
  expect(
    within(panel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('“CRM” is failing, 18 waiting'),
    expect.stringContaining('Silent: the last submission came 4 days ago'),
    expect.stringContaining('46 in spam this week'),
  ]);
  const links = within(panel)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(links).toEqual([`/forms/${busy.id}/integrations/t`, `/forms/${busy.id}/setup`, `/forms/${busy.id}/spam`]);
});

it('a refused origin is allowed at a press, beside those that are', async () => {
  const origin = 'https://new.example.com';
  const { sent, answer } = await setUp({
    forms: [busy],
    dashboard: { attention: [{ kind: 'refused-origin', ...about, origin, count: 12 }] },
    answers: { [`/api/v1/forms/${busy.id}`]: busy },
  });
  const allow = await screen.findByRole('button', { name: `Allow this origin: ${origin}` });
  answer('/api/v1/dashboard', { timeZone: 'UTC', days: daysOf(1), latest: [], attention: [] });
  await userEvent.click(allow);
  expect(await screen.findByText('Nothing at the moment')).toBeVisible();
  expect(sent(`/api/v1/forms/${busy.id}`)).toContainEqual({ allowedOrigins: [...busy.allowedOrigins, origin] });
});

it('a full month names what was refused since, leads to the plans, and makes no forecast', async () => {
  const usage = {
    ...fullMonth,
    refusedByLimit,
    periodStart: '2026-01-01T00:00:00.000Z',
    periodEnd: '2100-01-01T00:00:00.000Z',
  };
  await setUp({ forms: [busy, buildForm({ name: 'Quiet' }), buildForm({ name: 'Off', isActive: false })], usage });
  await screen.findByText(/1,301 refused/);
  const panel = screen.getByRole('region', { name: 'Needs attention' });
  expect(within(panel).getByRole('listitem')).toHaveTextContent(
    `1,301 refused since ${formatWhen(refusedByLimit.since)}Monthly limit reached`,
  );
  expect(screen.queryByText(/On track for/)).not.toBeInTheDocument();
  const badges = screen
    .getAllByRole('article')
    .map((article) => within(article).queryByText(/Limit reached/)?.textContent);
  expect(badges).toEqual(['Limit reached · 1,300 refused', 'Limit reached', undefined]);
  expect(screen.getAllByText('Active')).toHaveLength(2);
  await userEvent.click(within(panel).getByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByRole('dialog', { name: 'Upgrade Plan' })).toBeVisible();
});

it('a month with room leads somewhere, and its forms are just active', async () => {
  const usage = { periodStart: '2026-01-01T00:00:00.000Z', periodEnd: '2100-01-01T00:00:00.000Z' };
  await setUp({ forms: [busy], usage });
  expect(await screen.findByText(/On track for/)).toBeVisible();
  expect(screen.queryByText(/Limit reached/)).not.toBeInTheDocument();
});

it('a failed load can be repeated', async () => {
  const { answer } = await setUp({ answers: { '/api/v1/usage': refusal(500, 'internal', 'Server error') } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error');
  answer('/api/v1/usage', buildUsage({ currentForms: 7 }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('7')).toBeVisible();
});

interface SetUp {
  readonly user?: ReturnType<typeof buildUser>;
  readonly dashboard?: Partial<Dashboard>;
  readonly usage?: Partial<Usage>;
  readonly forms?: readonly unknown[];
  readonly answers?: Record<string, unknown>;
}

/** Sixty days with this many submissions each. */
function daysOf(submissions: number): Dashboard['days'] {
  return Array.from({ length: 60 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 8, 24 + index)).toISOString().slice(0, 10),
    submissions,
  }));
}

const busy = buildForm({ name: 'Contact', submissionCount: 9, lastSubmissionAt: '2026-11-20T14:05:09.000Z' });
const about = { formId: busy.id, formName: busy.name };
const refusedByLimit = {
  count: 1_301,
  since: new Date(Date.now() - 60_000).toISOString(),
  forms: [{ formId: busy.id, count: 1_300 }],
};
const fullMonth = { currentSubmissions: 5_000, isSubmissionLimitReached: true, submissionUsagePercentage: 100 };

function setUp({ user = buildUser(subscribed), usage = {}, forms = [], answers = {}, dashboard = {} }: SetUp) {
  return renderApp({
    path: '/dashboard',
    element: <DashboardPage />,
    user,
    answers: {
      '/api/v1/me': user,
      '/api/v1/usage': buildUsage(usage),
      '/api/v1/forms?sparkline=true&unread=true': { forms, nextCursor: null },
      '/api/v1/dashboard': { timeZone: 'UTC', days: daysOf(40), latest: [], attention: [], ...dashboard },
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
    currentBytes: 250_000_000,
    byteLimit: 5_000_000_000,
    isByteLimitReached: false,
    byteUsagePercentage: 5,
    currentStorage: 0,
    storageLimit: 1_000_000_000,
    isStorageLimitReached: false,
    storageUsagePercentage: 0,
    currentImported: 0,
    importedLimit: 50_000,
    isImportedLimitReached: false,
    importedUsagePercentage: 0,
    refusedByLimit: null,
    periodStart: '2026-11-01T00:00:00.000Z',
    periodEnd: '2026-12-01T00:00:00.000Z',
    ...overrides,
  };
}
