import type { Erasure } from '@inlet/contracts/erasures';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildErasure, mention, noCounts } from '#features/privacy/person.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { ErasurePage } from '#routes/settings/erasure-page.tsx';

it('follows an erasure until it is done, and then has its receipt', async () => {
  const { answer } = await open({ state: 'running', finishedAt: null, counts: noCounts, receipt: null });
  expect(await screen.findByText('Running')).toBeVisible();
  expect(screen.getByText(/You need not stay here/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Receipt' })).not.toBeInTheDocument();
  answer(path, buildErasure());
  expect(await screen.findByText('Done')).toBeVisible();
  const erased = within(screen.getByLabelText('What was erased'));
  expect(erased.getByText('Submissions').nextElementSibling).toHaveTextContent('12');
  expect(screen.getByRole('button', { name: 'Download' })).toBeVisible();
});

it('lists what it left to its owner', async () => {
  await open({ mentions: [mention, { ...mention, place: 'recipient', submissionId: null }], mentionCount: 140 });
  const links = within(await screen.findByRole('list', { name: 'Mentions' })).getAllByRole('link', { name: 'Contact' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/forms/${mention.formId}?submission=${mention.submissionId}`,
    `/forms/${mention.formId}/settings/notifications`,
  ]);
  expect(screen.getByText('The first 2 of 140.')).toBeVisible();
});

it('can be asked again where it could not be loaded', async () => {
  const { answer } = await open({}, refusal(500, 'server_error', 'Server error'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This erasure could not be loaded');
  answer(path, buildErasure());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Done')).toBeVisible();
});

const { id } = buildErasure();
const path = `/api/v1/erasures/${id}`;

function open(overrides: Partial<Erasure>, answer: unknown = buildErasure(overrides)) {
  return renderApp({
    path: `/settings/privacy/erasures/${id}`,
    pattern: '/settings/privacy/erasures/:id',
    element: <ErasurePage />,
    user: buildUser(subscribed),
    answers: { [path]: answer },
  });
}
