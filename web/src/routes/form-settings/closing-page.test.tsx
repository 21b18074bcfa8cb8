import type { Form } from '@inlet/contracts/forms';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { ClosingPage } from '#routes/form-settings/closing-page.tsx';

/** With seconds, which the input cannot show. */
const closesAt = '2031-06-01T16:00:30.000Z';

it('shows what is stored in the reader’s time zone, and saves what is typed', async () => {
  const { sent, answer, form } = await open({ closesAt, maxSubmissions: 100, countedSubmissions: 57 });
  expect(await screen.findByLabelText('Closes')).toHaveValue(local(closesAt));
  expect(screen.getByText(new RegExp(Intl.DateTimeFormat().resolvedOptions().timeZone))).toBeVisible();
  expect(screen.getByLabelText('Maximum')).toHaveAccessibleDescription(/57 submissions are taken/);
  await userEvent.clear(screen.getByLabelText('Maximum'));
  await userEvent.type(screen.getByLabelText('Maximum'), '1,200');
  await userEvent.type(screen.getByLabelText('Opens'), '2031-05-01T08:00');
  await userEvent.type(screen.getByLabelText('Message while closed'), ' Sold out ');
  const opensAt = new Date('2031-05-01T08:00').toISOString();
  const change = { opensAt, closesAt, maxSubmissions: 1_200, closedMessage: 'Sold out' };
  answer(path(form), { ...form, ...change });
  await save();
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent(path(form)).at(-1)).toEqual(change);
});

it('clears what is emptied', async () => {
  const { sent, answer, form } = await open({ closesAt, maxSubmissions: 5, closedMessage: 'Full' });
  for (const label of ['Closes', 'Maximum', 'Message while closed'])
    await userEvent.clear(await screen.findByLabelText(label));
  answer(path(form), form);
  await save();
  expect(sent(path(form)).at(-1)).toEqual({ opensAt: null, closesAt: null, maxSubmissions: null, closedMessage: null });
});

it('says beside its field what is wrong, and sends nothing', async () => {
  const { sent, form } = await open({ closesAt });
  await userEvent.type(await screen.findByLabelText('Opens'), '2031-07-01T08:00');
  await userEvent.type(screen.getByLabelText('Maximum'), 'many');
  await save();
  expect(screen.getByLabelText('Closes')).toHaveAccessibleDescription(/must close after it opens/);
  expect(screen.getByLabelText('Maximum')).toHaveAccessibleDescription(/whole number, 1 or more/);
  expect(sent(path(form))).toEqual([null]);
});

const path = ({ id }: Form) => `/api/v1/forms/${id}`;

async function open(stored: Partial<Form>) {
  const form = buildForm(stored);
  const app = await renderApp({
    user: buildUser(subscribed),
    path: `/forms/${form.id}/settings/closing`,
    pattern: '/forms/:id/settings/closing',
    element: <ClosingPage />,
    answers: { [path(form)]: form },
  });
  return { ...app, form };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

function local(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
