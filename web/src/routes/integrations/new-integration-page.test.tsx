import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { buildAttempt, buildNewTarget } from '#features/integrations/target.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { NewIntegrationPage } from '#routes/integrations/new-integration-page.tsx';

it('offers the services, each at its own address', async () => {
  await open('');
  const services = within(screen.getByRole('list', { name: 'Services' })).getAllByRole('link');
  expect(services).toHaveLength(11);
  expect(screen.getByRole('link', { name: /^Slack/ })).toHaveAttribute('href', `${base}/new/slack`);
});

it('says what is missing beside each field, and sends nothing', async () => {
  const { sent } = await open('telegram');
  await userEvent.click(await screen.findByRole('button', { name: 'Add integration' }));
  expect(screen.getByLabelText('Bot token')).toHaveFocus();
  expect(screen.getByLabelText('Bot token')).toHaveAccessibleDescription(/Bot token is required/);
  expect(screen.getByLabelText('Chat id')).toBeInvalid();
  expect(sent(targets)).toEqual([null]);
});

it('shows the refusal of an address beside it', async () => {
  const { answer } = await open('webhook');
  await userEvent.type(await screen.findByLabelText('URL'), 'https://10.0.0.1/hook');
  const refused = refusal(422, 'address_not_allowed', 'The address is private');
  answer(targets, ({ body }: { body: unknown }) => (body === null ? { targets: [] } : refused));
  await userEvent.click(screen.getByRole('button', { name: 'Add integration' }));
  await expect.poll(() => screen.getByLabelText('URL')).toHaveAccessibleDescription(/The address is private/);
  expect(screen.getByLabelText('URL')).toHaveFocus();
});

it('opens the options where one of them is at fault', async () => {
  await open('webhook');
  await userEvent.type(await screen.findByLabelText('URL'), 'https://example.com/hook');
  await userEvent.click(screen.getByRole('button', { name: 'More options' }));
  await userEvent.type(screen.getByLabelText('Most deliveries per second'), '0');
  await userEvent.click(screen.getByRole('button', { name: 'More options' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add integration' }));
  expect(await screen.findByText('Must be a number from 0.01 to 100')).toBeVisible();
  expect(screen.getByLabelText('Most deliveries per second')).toHaveFocus();
});

it('creates, sends what is stored, shows the secret once and delivers a test', async () => {
  const created = buildNewTarget({ name: 'Webhook' });
  const { answer, sent } = await open('webhook');
  await userEvent.type(await screen.findByLabelText('URL'), 'https://example.com/hook');
  await userEvent.click(screen.getByRole('checkbox', { name: 'New spam' }));
  await userEvent.click(screen.getByRole('radio', { name: 'In order' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Also send the submissions already stored' }));
  await userEvent.click(screen.getByRole('button', { name: 'More options' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add header' }));
  await userEvent.type(screen.getByLabelText('Name of header 1'), 'X-Key');
  await userEvent.type(screen.getByLabelText('Value of header 1'), 'abc');

  const replayId = '01934f6e-5a7c-7000-8000-0000000000aa';
  answer(targets, ({ body }: { body: unknown }) => (body === null ? { targets: [] } : created));
  answer(`/api/v1/targets/${created.id}/replay`, Response.json({ replayId }, { status: 202 }));
  answer(`/api/v1/replays/${replayId}`, { state: 'done', done: 12, total: 12 });
  await userEvent.click(screen.getByRole('button', { name: 'Add integration' }));
  expect(await screen.findByRole('heading', { name: 'Webhook is connected' })).toHaveFocus();
  expect(sent(targets)).toContainEqual(
    expect.objectContaining({
      kind: 'webhook',
      url: 'https://example.com/hook',
      events: ['submission.created', 'submission.spam', 'submission.released'],
      order: 'strict',
      headers: { 'X-Key': 'abc' },
    }),
  );
  expect(sent(`/api/v1/targets/${created.id}/replay`)).toEqual([{}]);
  expect(screen.getByText(created.secret)).toBeVisible();
  expect(await screen.findByText(/^12 events sent again/)).toBeVisible();

  answer(`/api/v1/targets/${created.id}/test`, {
    attempt: buildAttempt({ state: 'failed', statusCode: 500, error: 'The status is not 2xx' }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText(/^Failed with status 500 in 85 ms. The status is not 2xx/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Done' })).toHaveAttribute('href', `${base}/${created.id}`);
});

it('says that the plan has no webhooks, and leads to the plans', async () => {
  await open('slack', refusal(403, 'feature_not_in_plan', 'Webhooks is not part of your plan.'));
  expect(await screen.findByRole('heading', { name: 'Integrations are not part of your plan' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Upgrade Plan' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add integration' })).not.toBeInTheDocument();
});

const form = buildForm({ submissionCount: 12 });
const base = `/forms/${form.id}/integrations`;
const targets = `/api/v1/forms/${form.id}/targets`;

function open(kind: string, listed: unknown = { targets: [] }) {
  return renderApp({
    path: `${base}/new/${kind}`,
    pattern: '/forms/:id/integrations/new/:kind?',
    element: <NewIntegrationPage />,
    user: buildUser(),
    answers: {
      [`/api/v1/forms/${form.id}`]: form,
      [`/api/v1/forms/${form.id}/samples`]: [],
      [targets]: listed,
    },
  });
}
