import type { Analytics } from '@inlet/contracts/analytics';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { AnalyticsPage } from '#routes/app/analytics-page.tsx';

it.each([
  [{ views: 1_200, submissions: 30 }, ['Views1,200', 'Submissions30']],
  [{ views: 0, submissions: 3 }, null],
])('shows the views of hosted pages beside their submissions, if there are any: %o', async (hostedPage, shown) => {
  const counts: Analytics = {
    ...{ timeZone: 'UTC', total: 40, previousTotal: 0, origins: [], hostedPage },
    days: [{ date: '2026-03-10', count: 40 }],
    hoursOfWeek: Array.from({ length: 7 }, () => Array<number>(24).fill(0)),
    outcomes: { accepted: 40, spam: 0, refused: [] },
  };
  await renderApp({
    path: '/analytics',
    element: <AnalyticsPage />,
    user: buildUser(subscribed),
    answers: { '/api/v1/analytics?days=30': counts },
  });
  expect(await screen.findByRole('region', { name: 'Origins' })).toBeVisible();
  const card = screen.queryByRole('region', { name: 'Hosted page' });
  const items = card && within(card).getAllByRole('listitem');
  expect(items?.map(({ textContent }) => textContent) ?? null).toEqual(shown);
});
