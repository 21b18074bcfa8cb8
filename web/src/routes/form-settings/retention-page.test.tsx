import type { Retention } from '@inlet/contracts/form-retention';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { RetentionPage } from '#routes/form-settings/retention-page.tsx';

it('is off at first, offers 90 days, and says what these would delete', async () => {
  await open();
  const toggle = await screen.findByRole('switch', { name: 'Automatic deletion is off' });
  expect(screen.queryByLabelText('Days')).not.toBeInTheDocument();
  await userEvent.click(toggle);
  expect(screen.getByLabelText('Days')).toHaveValue('90');
  expect(await screen.findByText(/has 1,204 submissions older than 90 days/)).toBeVisible();
});

it('asks before it deletes, and names the number', async () => {
  const { sent, answer } = await open();
  await turnOn();
  await save();
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete 1,204 submissions?' });
  expect(dialog).toHaveTextContent(/older than 90 days.*starred ones too.*cannot be undone/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(sent(path)).toEqual([null]);
  await save();
  answer(path, build({ days: 90, expired: 1_204 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, delete forever' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent(path)).toEqual([null, { days: 90 }]);
});

it('says that there are more where the count ends', async () => {
  await open({ answers: { [`${path}?days=90`]: build({ expired: 10_000, expiredIsExact: false }) } });
  await turnOn();
  expect(await screen.findByText(/has more than 10,000 submissions older than 90 days/)).toBeVisible();
  await save();
  expect(await screen.findByRole('alertdialog', { name: 'Delete more than 10,000 submissions?' })).toBeVisible();
});

it('saves at once where nothing is old enough', async () => {
  const { sent, answer } = await open({ answers: { [`${path}?days=365`]: build() } });
  await turnOn();
  await userEvent.click(screen.getByRole('button', { name: '1 year' }));
  expect(await screen.findByText('No submission of this form is older than 365 days now.')).toBeVisible();
  answer(path, build({ days: 365 }));
  await save();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent(path)).toEqual([null, { days: 365 }]);
});

it('asks nothing where more is kept than before', async () => {
  const { sent, answer } = await open({
    stored: { days: 90, expired: 3 },
    answers: { [`${path}?days=365`]: build({ days: 90, expired: 2 }) },
  });
  await userEvent.click(await screen.findByRole('button', { name: '1 year' }));
  answer(path, build({ days: 365, expired: 2 }));
  await save();
  expect(await screen.findByText('Saved')).toBeVisible();
  answer(path, build());
  await userEvent.click(screen.getByRole('switch', { name: 'Automatic deletion is on' }));
  await save();
  expect(sent(path)).toEqual([null, { days: 365 }, { days: null }]);
});

it('takes whole days from 1 to 3,650 only', async () => {
  const { sent } = await open();
  await turnOn();
  const input = screen.getByLabelText('Days');
  await userEvent.clear(input);
  await userEvent.type(input, '4000');
  await save();
  expect(input).toHaveAccessibleDescription(/1 to 3,650/);
  expect(input).toHaveFocus();
  expect(sent(path)).toEqual([null]);
});

it('asks without a number where the submissions could not be counted', async () => {
  await open({ answers: { [`${path}?days=90`]: refusal(500, 'server_error', 'Server error') } });
  await turnOn();
  await save();
  expect(await screen.findByRole('alertdialog', { name: 'Delete old submissions?' })).toBeVisible();
});

it('offers other plans where the plan has none, and keeps the number', async () => {
  await open({ stored: { days: 30, isActive: false } });
  expect(await screen.findByRole('heading', { name: 'Automatic deletion is not part of your plan' })).toBeVisible();
  expect(screen.getByText(/30 days are kept, and delete nothing/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Upgrade Plan' })).toBeVisible();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});

it('can be asked again where it could not be loaded', async () => {
  const { answer } = await open({ answers: { [path]: refusal(500, 'server_error', 'Server error') } });
  expect(await screen.findByRole('alert')).toHaveTextContent('The retention could not be loaded');
  answer(path, build());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('switch', { name: 'Automatic deletion is off' })).toBeVisible();
});

const form = buildForm();
const path = `/api/v1/forms/${form.id}/retention`;

function build(overrides: Partial<Retention> = {}): Retention {
  return { days: null, isActive: true, expired: 0, expiredIsExact: true, ...overrides };
}

function open({ stored, answers }: { stored?: Partial<Retention>; answers?: Record<string, unknown> } = {}) {
  return renderApp({
    path: `/forms/${form.id}/settings/retention`,
    pattern: '/forms/:id/settings/retention',
    element: <RetentionPage />,
    user: buildUser(subscribed),
    answers: {
      [`/api/v1/forms/${form.id}`]: form,
      [path]: build(stored),
      [`${path}?days=90`]: build({ expired: 1_204 }),
      ...answers,
    },
  });
}

async function turnOn() {
  await userEvent.click(await screen.findByRole('switch', { name: 'Automatic deletion is off' }));
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
