import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildNewTarget, buildTarget } from '#features/integrations/target.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { IntegrationSettingsPage } from '#routes/integrations/integration-settings-page.tsx';

it('saves the change and keeps secrets that are not typed again', async () => {
  const { answer, requests, address } = await open();
  expect(await screen.findByLabelText('Webhook URL')).toHaveValue('');
  await userEvent.type(screen.getByLabelText('Name'), ' and more');
  answer(calls, target);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(address).toBe(page);
  const change = requests.map(({ body }) => body).findLast((body) => body !== null);
  expect(change).toMatchObject({ name: 'Sales and more', headers: { 'x-key': '' }, settings: {} });
  expect(change).not.toHaveProperty('url');
});

it('makes a new secret once the owner agrees, and shows it', async () => {
  const { answer } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'New secret' }));
  answer(`${calls}/rotate-secret`, {
    ...buildNewTarget(target),
    oldSecretUntil: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, make a new secret' }));
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible();
  expect(await screen.findByText(/^The secret before it is valid until/)).toBeVisible();
});

it('deletes once the owner agrees, and says why it could not', async () => {
  const { answer, address } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete integration' }));
  answer(calls, refusal(500, 'internal', 'Server error'));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, delete it' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error');
  answer(calls, new Response(null, { status: 204 }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, delete it' }));
  await expect.poll(address).toBe(list);
});

it('asks no more about an integration that is being deleted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { answer, sent } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete integration' }));
  const atRest = sent(calls).length;
  answer(calls, new Promise(() => undefined));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, delete it' }));
  await expect.poll(() => sent(calls)).toHaveLength(atRest + 1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent(calls)).toHaveLength(atRest + 1);
});

const target = buildTarget({ kind: 'slack', name: 'Sales', url: 'https://hooks.slack.com/••••', headers: ['x-key'] });
const list = `/forms/${target.formId}/integrations`;
const page = `${list}/${target.id}`;
const calls = `/api/v1/targets/${target.id}`;

function open() {
  return renderApp({
    user: buildUser(subscribed),
    path: `${page}/settings`,
    pattern: '/forms/:id/integrations/:targetId/settings',
    element: <IntegrationSettingsPage />,
    answers: {
      [calls]: target,
      [`/api/v1/forms/${target.formId}/targets`]: { targets: [target], allowedAddresses: [] },
    },
  });
}
