import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useTargets } from '#features/integrations/api/use-targets.ts';
import { TargetList } from '#features/integrations/components/target/target-list.tsx';
import { buildTarget } from '#features/integrations/target.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

it('says what integrations are for where there is none', async () => {
  await show({ targets: [], allowedAddresses: [] });
  expect(await screen.findByRole('heading', { name: 'No integrations yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add integration' })).toBeVisible();
});

it('shows the destination, the state and the backlog of each', async () => {
  const lastSuccessAt = new Date(Date.now() - 120_000).toISOString();
  await show({
    allowedAddresses: [],
    targets: [
      buildTarget({ kind: 'slack', name: 'Sales', url: 'https://hooks.slack.com/••••', health: { lastSuccessAt } }),
      buildTarget({ state: 'paused', health: { waiting: 1_200 } }),
    ],
  });
  const [sales, orders] = within(await screen.findByRole('list', { name: 'Integrations' })).getAllByRole('listitem');
  expect(sales).toHaveTextContent('Sales');
  expect(sales).toHaveTextContent('Slack · hooks.slack.com/••••');
  expect(sales).toHaveTextContent('Connected');
  expect(sales).toHaveTextContent('2 minutes ago');
  expect(orders).toHaveTextContent('Paused');
  expect(orders).toHaveTextContent('Waiting1,200');
  expect(orders).toHaveTextContent('Deliveries wait for up to 30 days');
});

it('a failed load can be repeated', async () => {
  await show(refusal(500, 'internal', 'Server error'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

const formId = '01934f6e-5a7c-7000-8000-00000000f000';

function show(answer: unknown) {
  return renderApp({
    path: `/forms/${formId}/integrations`,
    element: <Listed />,
    answers: { [`/api/v1/forms/${formId}/targets`]: answer },
  });
}

function Listed() {
  return <TargetList targets={useTargets(formId)} />;
}
