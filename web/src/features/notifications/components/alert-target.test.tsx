import type { Target } from '@inlet/contracts/targets';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Alerts } from '#features/notifications/components/alerts.tsx';
import { buildNotifications } from '#features/notifications/notifications.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

const formId = '01934f6e-5a7c-7000-8000-00000000f000';
const path = `/api/v1/forms/${formId}/targets`;
const chat: OfTarget = { id: '01934f6e-5a7c-7000-8000-000000000001', name: 'Chat', kind: 'slack' };
const server: OfTarget = { id: '01934f6e-5a7c-7000-8000-000000000002', name: 'My server', kind: 'webhook' };
const rows: OfTarget = { id: '01934f6e-5a7c-7000-8000-000000000003', name: 'Rows', kind: 'notion' };
const table: OfTarget = { id: '01934f6e-5a7c-7000-8000-000000000004', name: 'Table', kind: 'airtable' };

it('offers the integrations that show messages, and gives the id of the one that is chosen', async () => {
  const { changes } = await open([chat, rows, server, table]);
  const select = await screen.findByLabelText('Send alerts also to');
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['None', 'Chat', 'My server']);
  expect(select).toHaveAccessibleDescription('It also hears when another integration of this form is disabled.');
  await userEvent.selectOptions(select, 'My server');
  expect(select).toHaveDisplayValue('My server');
  await userEvent.selectOptions(select, 'None');
  expect(select).toHaveDisplayValue('None');
  expect(changes).toEqual([server.id, null]);
});

it('shows the integration that was chosen before', async () => {
  await open([chat, server], { targetId: chat.id });
  expect(await screen.findByLabelText('Send alerts also to')).toHaveDisplayValue('Chat');
});

it.each([
  ['no integration shows messages', { targets: [rows, table] }],
  ['the plan has no integrations', refusal(402, 'plan_required', 'Your plan has no integrations')],
])('offers nothing where %s', async (_, answer) => {
  const { requests, queryClient } = await render(answer);
  await expect.poll(() => requests.some((request) => request.path === path)).toBe(true);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByLabelText('Send alerts also to')).not.toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'Silence alert is off' })).toBeVisible();
});

/** The parts of a target that the list reads. */
type OfTarget = Pick<Target, 'id' | 'name' | 'kind'>;

function open(targets: readonly OfTarget[], alerts: { readonly targetId: string | null } = { targetId: null }) {
  return render({ targets }, alerts);
}

async function render(answer: unknown, alerts: { readonly targetId: string | null } = { targetId: null }) {
  const changes: (string | null)[] = [];
  const value = { ...buildNotifications().alerts, ...alerts };
  const element = <Chosen before={value} onChange={(targetId) => changes.push(targetId)} />;
  return { changes, ...(await renderApp({ path: '/', element, answers: { [path]: answer } })) };
}

type Value = Parameters<typeof Alerts>[0]['value'];

function Chosen({ before, onChange }: { readonly before: Value; readonly onChange: (id: string | null) => void }) {
  const [value, setValue] = useState(before);
  return (
    <Alerts
      formId={formId}
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next.targetId);
      }}
    />
  );
}
