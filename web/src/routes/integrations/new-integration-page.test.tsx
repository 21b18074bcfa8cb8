import type { Attempt, NewTarget } from '@inlet/contracts/targets';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { buildAttempt, buildNewTarget } from '#features/integrations/target.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { IntegrationPage } from '#routes/integrations/integration-page.tsx';
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
  answer(targets, ({ body }: { body: unknown }) => (body === null ? { targets: [], allowedAddresses: [] } : refused));
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

it('adds, sends what is stored and a test by itself, shows the secret once, and stays after a reload', async () => {
  const created = buildNewTarget({ name: 'Webhook' });
  const { answer, sent, address } = await open('webhook');
  await userEvent.type(await screen.findByLabelText('URL'), 'https://example.com/hook');
  await userEvent.click(screen.getByRole('checkbox', { name: 'New spam' }));
  await userEvent.click(screen.getByRole('radio', { name: 'In order' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Also send the submissions already stored' }));
  await userEvent.click(screen.getByRole('button', { name: 'More options' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add header' }));
  await userEvent.type(screen.getByLabelText('Name of header 1'), 'X-Key');
  await userEvent.type(screen.getByLabelText('Value of header 1'), 'abc');

  const replayId = '01934f6e-5a7c-7000-8000-0000000000aa';
  answerCreation(answer, created, { state: 'succeeded' });
  answer(`/api/v1/targets/${created.id}/replay`, Response.json({ replayId }, { status: 202 }));
  answer(`/api/v1/replays/${replayId}`, { state: 'done', done: 12, total: 12 });
  await userEvent.click(screen.getByRole('button', { name: 'Add integration' }));
  expect(await screen.findByRole('heading', { name: 'Webhook is connected' })).toHaveFocus();
  expect(address()).toBe(`${base}/${created.id}?replay=${replayId}`);
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
  expect(sent(`/api/v1/targets/${created.id}/test`)).toHaveLength(1);
  expect(screen.getByText(created.secret)).toBeVisible();
  expect(await screen.findByText(/^12 events sent again/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(created.secret)).not.toBeInTheDocument();
});

it('says that the test failed and why, without a word of a connection', async () => {
  const created = buildNewTarget({ name: 'Webhook' });
  const { answer } = await open('webhook');
  await userEvent.type(await screen.findByLabelText('URL'), 'https://example.com/hook');
  const error = 'The server answered 500 Internal Server Error';
  answerCreation(answer, created, { state: 'failed', statusCode: 500, error });
  await userEvent.click(screen.getByRole('button', { name: 'Add integration' }));
  expect(await screen.findByRole('heading', { name: 'Webhook is added, but the test failed' })).toBeVisible();
  expect(screen.getByText(`Failed after 85 ms. ${error}`)).toBeVisible();
  expect(screen.queryByText(/connected/i)).not.toBeInTheDocument();
});

it('says that it is added while the test is under way, and where the test could not be sent', async () => {
  const created = buildNewTarget({ name: 'Webhook' });
  const { answer } = await open('webhook');
  await userEvent.type(await screen.findByLabelText('URL'), 'https://example.com/hook');
  answerCreation(answer, created, {});
  let refuse = (_response: Response) => {};
  answer(`/api/v1/targets/${created.id}/test`, new Promise<Response>((resolve) => (refuse = resolve)));
  await userEvent.click(screen.getByRole('button', { name: 'Add integration' }));
  expect(await screen.findByText('Sending a test')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Webhook is added' })).toBeVisible();
  refuse(refusal(429, 'rate_limited', 'Too many tests'));
  expect(await screen.findByText('Too many tests')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Webhook is added' })).toBeVisible();
});

it('says which addresses the installation allows', async () => {
  await open('webhook', { targets: [], allowedAddresses: ['127.0.0.0/8', '::1'] });
  expect(await screen.findByLabelText('URL')).toHaveAccessibleDescription(
    'An https address on port 443 or 8443. This installation also allows http, on any port, to 127.0.0.0/8 and ::1.',
  );
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

function open(kind: string, listed: unknown = { targets: [], allowedAddresses: [] }) {
  return renderApp({
    path: `${base}/new/${kind}`,
    pattern: '/forms/:id/integrations/*',
    element: <Pages />,
    user: buildUser(),
    answers: {
      [`/api/v1/forms/${form.id}`]: form,
      [`/api/v1/forms/${form.id}/samples`]: [],
      [targets]: listed,
    },
  });
}

function Pages() {
  return (
    <Routes>
      <Route path="new/:kind?" element={<NewIntegrationPage />} />
      <Route path=":targetId" element={<IntegrationPage />} />
    </Routes>
  );
}

type Answerer = Awaited<ReturnType<typeof open>>['answer'];

function answerCreation(answer: Answerer, created: NewTarget, result: Partial<Attempt>) {
  const { secret: _secret, ...target } = created;
  const address = `/api/v1/targets/${target.id}`;
  answer(targets, ({ body }: { body: unknown }) =>
    body === null ? { targets: [], allowedAddresses: [] } : Response.json(created, { status: 201 }),
  );
  answer(address, target);
  answer(`${address}/attempts?limit=50`, { attempts: [], nextCursor: null });
  answer(`${address}/test`, { attempt: buildAttempt({ isTest: true, submissionId: null, ...result }) });
}
