import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { buildNotifications } from '#features/notifications/notifications.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { NotificationsPage } from '#routes/form-settings/notifications-page.tsx';

it('shows each recipient with what became of it, and what to do', async () => {
  await open({
    recipients: [
      { email: 'ada@example.com', confirmedAt: at, requestedAt: null, state: 'active' },
      { email: 'new@example.com', confirmedAt: null, requestedAt: at, state: 'unconfirmed' },
      { email: 'gone@example.com', confirmedAt: at, requestedAt: at, state: 'bounced' },
    ],
  });
  const [active, unconfirmed, bounced] = await rows();
  expect(active).toHaveTextContent('ada@example.comActive');
  expect(unconfirmed).toHaveTextContent('Not confirmed');
  expect(bounced).toHaveTextContent('refused our mail');
  expect(screen.getAllByRole('button', { name: 'Send a new link' })).toHaveLength(2);
});

it('sends a new link to somebody who has not confirmed', async () => {
  const { sent, answer } = await open({
    recipients: [{ email: 'new@example.com', confirmedAt: null, requestedAt: at, state: 'unconfirmed' }],
  });
  answer(resend, new Response(null, { status: 202 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new link' }));
  expect(await screen.findByText('The link is on its way.')).toBeVisible();
  expect(sent(resend)).toEqual([{ email: 'new@example.com' }]);
});

it('offers the own address where nobody is told, and saves it at once', async () => {
  const { sent, answer } = await open({ recipients: [] });
  expect(await screen.findByText(/Nobody is on the list/)).toBeVisible();
  const input = screen.getByLabelText('Add a recipient');
  expect(input).toHaveValue('ada@example.com');
  await userEvent.clear(input);
  await userEvent.type(input, 'no address{Enter}');
  expect(input).toHaveAccessibleDescription('Enter a valid email address');
  await userEvent.clear(input);
  const team = { email: 'team@example.com', confirmedAt: null, requestedAt: at, state: 'unconfirmed' } as const;
  answer(path, buildNotifications({ recipients: [team] }));
  await userEvent.type(input, ' Team@Example.com{Enter}');
  expect(await screen.findByText(/Mails to team@example.com start/)).toBeVisible();
  expect(sent(path)).toEqual([null, { recipients: [{ email: 'team@example.com' }] }]);
  expect(input).toHaveValue('');
});

it('says that no link was sent where the address has had one today', async () => {
  const { answer } = await open();
  const team = { email: 'team@example.com', confirmedAt: null, requestedAt: null, state: 'unconfirmed' } as const;
  const input = await screen.findByLabelText('Add a recipient');
  answer(path, buildNotifications({ recipients: [team] }));
  await userEvent.type(input, 'team@example.com{Enter}');
  expect(await screen.findByText(/No link sent today to team@example.com/)).toBeVisible();
  expect((await rows())[0]).toHaveTextContent('No link was sent to this address when you added it');
});

it('removes a recipient and gives the focus to the next one', async () => {
  const [ada, team] = ['ada@example.com', 'team@example.com'].map((email) => ({
    email,
    confirmedAt: null,
    requestedAt: at,
    state: 'unconfirmed' as const,
  }));
  const { sent, answer } = await open({ recipients: [ada, team].filter((one) => one !== undefined) });
  const button = await screen.findByRole('button', { name: 'Remove ada@example.com' });
  answer(path, buildNotifications({ recipients: [team].filter((one) => one !== undefined) }));
  await userEvent.click(button);
  expect(await screen.findByText('ada@example.com is off the list.')).toBeVisible();
  expect(sent(path).at(-1)).toEqual({ recipients: [{ email: 'team@example.com' }] });
  expect(screen.getByRole('button', { name: 'Remove team@example.com' })).toHaveFocus();
});

it('says why no further mail could be caused', async () => {
  const { answer } = await open();
  const input = await screen.findByLabelText('Add a recipient');
  answer(path, refusal(429, 'too_many_attempts', 'Too many confirmation mails today'));
  await userEvent.type(input, 'team@example.com{Enter}');
  expect((await screen.findAllByRole('alert'))[0]).toHaveTextContent('Too many confirmation mails today');
  expect(input).toHaveValue('team@example.com');
});

it('takes no more recipients than a form may have', async () => {
  const recipients = [1, 2, 3, 4, 5].map((number) => ({
    email: `${number}@example.com`,
    confirmedAt: null,
    requestedAt: at,
    state: 'unconfirmed' as const,
  }));
  await open({ recipients });
  expect(await rows()).toHaveLength(5);
  expect(screen.queryByLabelText('Add a recipient')).not.toBeInTheDocument();
});

it('mails a recipient only what meets its conditions, and says so', async () => {
  const { sent, answer } = await open();
  answer(`/api/v1/forms/${form.id}/fields`, { fields: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'When to mail ada@example.com' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When to mail' }));
  await userEvent.click(await dialog.findByRole('radio', { name: 'Only when' }));
  await userEvent.type(dialog.getByLabelText('Field of condition 1'), 'topic');
  const fault = { field: 'recipients.0.when.all.0.value', message: 'A condition needs a value' };
  answer(path, Response.json({ error: fault.message, code: 'invalid_input', issues: [fault] }, { status: 422 }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.poll(() => dialog.getByLabelText('Value of condition 1')).toBeInvalid();
  await userEvent.type(dialog.getByLabelText('Value of condition 1'), 'Sales');
  const when = { all: [{ field: 'topic', op: 'is' as const, value: 'Sales' }] };
  const ada = { email: 'ada@example.com', confirmedAt: at, requestedAt: null, state: 'active' } as const;
  answer(path, buildNotifications({ recipients: [{ ...ada, when }] }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The mails to ada@example.com are changed.')).toBeVisible();
  expect(
    await within(screen.getByRole('list', { name: 'Recipients' })).findByText('Only when topic is Sales'),
  ).toBeVisible();
  expect(sent(path).at(-1)).toEqual({ recipients: [{ email: 'ada@example.com', when }] });
});

it('asks visitors to confirm their address, and shows the mail that they get', async () => {
  const { sent, answer } = await open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Visitors are not asked' }));
  const mail = await screen.findByRole('region', { name: 'Preview of the mail' });
  expect(within(mail).getByText(/Please confirm that it is yours/)).toBeVisible();
  await userEvent.click(screen.getByRole('switch', { name: 'Visitors get no copy' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Confirmed submissions only' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Auto-reply is off' }));
  expect(screen.getByLabelText('Message')).toHaveAccessibleDescription(/\{\{name\}\} becomes the field “name”/);
  await userEvent.click(screen.getByRole('switch', { name: 'Auto-reply is on' }));
  const confirmation = { enabled: true, copy: true, before: 'confirmed' } as const;
  answer(path, buildNotifications({ confirmation }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent(path).at(-1)).toMatchObject({ confirmation });
});

it('saves the mode, the auto-reply and the alerts together', async () => {
  const { sent, answer } = await open();
  await userEvent.click(await screen.findByRole('radio', { name: 'Once a day' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Silence alert is off' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Auto-reply is off' }));
  expect(screen.getByText('Unsaved changes')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByLabelText('Subject')).toHaveFocus();
  expect(screen.getByLabelText('Message')).toHaveAccessibleDescription(/Message is required/);
  expect(sent(path)).toEqual([null]);

  await userEvent.type(screen.getByLabelText('Subject'), 'Thank you');
  await userEvent.type(screen.getByLabelText('Message'), 'We answer soon.');
  const change = {
    mode: 'daily',
    autoReply: { enabled: true, subject: 'Thank you', body: 'We answer soon.', when: null },
    confirmation: { enabled: false, copy: false, before: 'notify' },
    alerts: { silence: true, surge: false, targetId: null },
  } as const;
  answer(path, buildNotifications(change));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent(path).at(-1)).toEqual(change);
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
});

const at = '2026-11-20T14:05:09.000Z';
const form = buildForm();
const path = `/api/v1/forms/${form.id}/notifications`;
const resend = `${path}/resend`;

function open(overrides: Parameters<typeof buildNotifications>[0] = {}) {
  return renderApp({
    path: `/forms/${form.id}/settings/notifications`,
    pattern: '/forms/:id/settings/notifications',
    element: <NotificationsPage />,
    user: buildUser(subscribed),
    answers: { [`/api/v1/forms/${form.id}`]: form, [path]: buildNotifications(overrides) },
  });
}

async function rows() {
  return within(await screen.findByRole('list', { name: 'Recipients' })).getAllByRole('listitem');
}
