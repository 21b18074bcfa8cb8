import type { Attempt, Target } from '@inlet/contracts/targets';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildAttempt, buildTarget } from '#features/integrations/target.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { IntegrationPage } from '#routes/integrations/integration-page.tsx';

it('pauses and resumes, and says how long deliveries are kept', async () => {
  const { answer, sent } = await open();
  answer(`${calls}/pause`, buildTarget({ ...orders, state: 'paused', stoppedAt: orders.createdAt }));
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(await screen.findByText(/Deliveries wait for up to 30 days and are sent when you resume/)).toBeVisible();
  expect(sent(`${calls}/pause`)).toHaveLength(1);
  answer(`${calls}/resume`, orders);
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
});

it('says what was given up, and the host where the name says the service already', async () => {
  await open([], buildTarget({ ...orders, name: 'Webhook', health: { failed: 2 } }));
  expect(await screen.findByText('Given up')).toBeVisible();
  expect(screen.getByText('example.com/hook')).toBeVisible();
  expect(screen.queryByText(/^Webhook ·/)).not.toBeInTheDocument();
});

it('opens the request and the response of a test that was just sent', async () => {
  const { answer } = await open();
  const attempt = buildAttempt({ isTest: true, submissionId: null, state: 'failed', statusCode: 500, error: reason });
  answer(`${calls}/test`, { attempt });
  answer(`${calls}/attempts/${attempt.id}`, { ...attempt, request: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show request and response' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delivery' }));
  expect(await dialog.findByRole('region', { name: 'Response' })).toHaveTextContent('ok');
  expect(dialog.queryByRole('button', { name: 'Replay this delivery' })).not.toBeInTheDocument();
});

it('shows the result of a test in place', async () => {
  const { answer } = await open();
  answer(`${calls}/test`, { attempt: buildAttempt({ isTest: true, durationMs: 1_240 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText(/^Delivered with status 200 in 1.2 s/)).toBeVisible();
  answer(`${calls}/test`, refusal(429, 'too_many_attempts', 'Too many tests'));
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText('Too many tests')).toBeVisible();
});

it('opens an attempt with its request and its response, and replays it', async () => {
  const attempt = buildAttempt({ state: 'failed', statusCode: 500, error: reason, response: 'Oops' });
  const { answer, sent, address } = await open([attempt]);
  answer(`${calls}/attempts/${attempt.id}`, {
    ...attempt,
    request: { method: 'POST', url: 'https://example.com/hook', headers: { 'x-key': '••••' }, body: '{"a":1}' },
  });
  expect(await screen.findByRole('row', { name: /Failed ?500/ })).toHaveTextContent(reason);
  await userEvent.click(await screen.findByRole('button', { name: /Nov 20/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Delivery' });
  expect(await within(dialog).findByText(`Failed after 85 ms. ${reason}`)).toBeVisible();
  expect(within(dialog).getByRole('region', { name: 'Response headers' })).toHaveTextContent(
    'Status 500 content-type: text/plain',
  );
  expect(within(dialog).getByRole('region', { name: 'Request headers' })).toHaveTextContent('x-key: ••••');
  expect(within(dialog).getByRole('region', { name: 'Request body' })).toHaveTextContent('{ "a": 1 }');
  expect(within(dialog).getByRole('region', { name: 'Response' })).toHaveTextContent('Oops');
  answerReplay(answer, { state: 'running', done: 0, total: 1 });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replay this delivery' }));
  expect(await screen.findByText('Sent 0 of 1 event')).toBeVisible();
  expect(sent(`${calls}/replay`)).toEqual([{ attemptIds: [attempt.id] }]);
  expect(address()).toBe(`${page}?replay=${replayId}`);
});

it('replays a selection, in which tests and deleted submissions have no part', async () => {
  const attempts = [
    buildAttempt(),
    buildAttempt({ isTest: true }),
    buildAttempt({ submissionId: null }),
    buildAttempt(),
  ];
  const { answer, sent } = await open(attempts);
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes).toHaveLength(2);
  for (const box of boxes) await userEvent.click(box);
  expect(screen.getByText('2 selected')).toBeVisible();
  answerReplay(answer, { state: 'done', done: 2, total: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
  expect(await screen.findByText(/^2 events sent again/)).toBeVisible();
  expect(sent(`${calls}/replay`)).toEqual([{ attemptIds: [attempts[0]?.id, attempts[3]?.id] }]);
  await userEvent.click(screen.getByRole('button', { name: 'Hide the replay' }));
  expect(screen.queryByText(/sent again/)).not.toBeInTheDocument();
});

it('replays a range of time, and says what is wrong with one', async () => {
  const { answer, sent } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Replay' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replay' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Start replay' }));
  expect(dialog.getByLabelText('To')).toHaveAccessibleDescription(/Choose a time/);
  await userEvent.type(dialog.getByLabelText('From'), '2026-11-20T10:00');
  await userEvent.type(dialog.getByLabelText('To'), '2026-11-20T09:00');
  await userEvent.click(dialog.getByRole('button', { name: 'Start replay' }));
  expect(dialog.getByLabelText('To')).toHaveAccessibleDescription(/Must be later than "From"/);
  answer(`${calls}/replay`, refusal(409, 'replay_under_way', 'A replay to this integration is under way.'));
  await userEvent.clear(dialog.getByLabelText('To'));
  await userEvent.click(dialog.getByRole('button', { name: 'Start replay' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('A replay to this integration is under way.');
  expect(sent(`${calls}/replay`)).toEqual([{ from: new Date('2026-11-20T10:00').toISOString() }]);
});

it('offers failed deliveries first where there are some', async () => {
  const { answer, sent } = await open([], buildTarget({ ...orders, health: { failed: 3 } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Replay' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replay' }));
  expect(dialog.getByRole('radio', { name: 'Deliveries given up' })).toBeChecked();
  answerReplay(answer, { state: 'done', done: 3, total: 3 });
  await userEvent.click(dialog.getByRole('button', { name: 'Start replay' }));
  expect(await screen.findByText(/^3 events sent again/)).toBeVisible();
  expect(sent(`${calls}/replay`)).toEqual([{ failedOnly: true }]);
});

it('skips the delivery that stops a strict integration, once the owner agrees', async () => {
  const stopped = buildTarget({ ...orders, order: 'strict', health: { failingSince: orders.createdAt } });
  const { answer, sent } = await open([], stopped);
  await userEvent.click(await screen.findByRole('button', { name: 'Skip this delivery' }));
  expect(sent(`${calls}/skip`)).toEqual([]);
  answer(`${calls}/skip`, buildTarget({ ...orders, order: 'strict' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, skip it' }));
  await waitFor(() => expect(screen.queryByText(/the ones after it wait/)).not.toBeInTheDocument());
  expect(sent(`${calls}/skip`)).toHaveLength(1);
});

it('shows what was skipped and why, and sends it anyway', async () => {
  const when = { all: [{ field: 'topic', op: 'is' as const, value: 'Sales' }] };
  const skipped = { state: 'skipped', statusCode: null, error: 'skipped: topic is not Sales', response: null } as const;
  const attempt = buildAttempt(skipped);
  const { answer, sent } = await open([attempt], buildTarget({ ...orders, when }));
  expect(await screen.findByText('Only when topic is Sales')).toBeVisible();
  expect(await screen.findByRole('row', { name: /Skipped/ })).toHaveTextContent('skipped: topic is not Sales');
  answer(`${calls}/attempts/${attempt.id}`, { ...attempt, request: null });
  await userEvent.click(await screen.findByRole('button', { name: /Nov 20/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delivery' }));
  expect(await dialog.findByText('Nothing was sent.')).toBeVisible();
  answerReplay(answer, { state: 'done', done: 1, total: 1 });
  await userEvent.click(dialog.getByRole('button', { name: 'Send it anyway' }));
  expect(await screen.findByText(/^1 event sent again/)).toBeVisible();
  expect(sent(`${calls}/replay`)).toEqual([{ attemptIds: [attempt.id] }]);
  answer(`${calls}/attempts?limit=50&state=skipped`, { attempts: [], nextCursor: null });
  await userEvent.click(screen.getByRole('button', { name: 'Skipped' }));
  expect(await screen.findByRole('heading', { name: 'Nothing skipped' })).toBeVisible();
});

it('shows the failed ones only', async () => {
  const { answer } = await open([buildAttempt()]);
  answer(`${calls}/attempts?limit=50&state=failed`, { attempts: [], nextCursor: null });
  await userEvent.click(await screen.findByRole('button', { name: 'Failed' }));
  expect(await screen.findByRole('heading', { name: 'Nothing failed' })).toBeVisible();
});

it('an integration that is gone leads back to the others', async () => {
  const { answer } = await open([], refusal(404, 'target_not_found', 'Integration not found'));
  answer(calls, refusal(404, 'target_not_found', 'Integration not found'));
  expect(await screen.findByRole('heading', { name: 'Integration not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the integrations' })).toHaveAttribute('href', list);
});

const reason = 'The server answered 500 Internal Server Error';
const orders = buildTarget();
const list = `/forms/${orders.formId}/integrations`;
const page = `${list}/${orders.id}`;
const calls = `/api/v1/targets/${orders.id}`;
const replayId = '01934f6e-5a7c-7000-8000-0000000000aa';

function open(attempts: readonly Attempt[] = [], target: Target | Response = orders) {
  return renderApp({
    user: buildUser(subscribed),
    path: page,
    pattern: '/forms/:id/integrations/:targetId',
    element: <IntegrationPage />,
    answers: { [calls]: target, [`${calls}/attempts?limit=50`]: { attempts, nextCursor: null } },
  });
}

function answerReplay(answer: (call: string, value: unknown) => void, progress: object) {
  answer(`${calls}/replay`, Response.json({ replayId }, { status: 202 }));
  answer(`/api/v1/replays/${replayId}`, { id: replayId, targetId: orders.id, ...progress });
}
