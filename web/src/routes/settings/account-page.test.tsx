import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { AccountPage } from '#routes/settings/account-page.tsx';

const me = '/api/v1/me';

it('saves the time zone and the mails of the account at once', async () => {
  const { sent, answer } = await open();
  answer(me, buildUser({ timeZone: 'Europe/Berlin' }));
  await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin');
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(screen.getByLabelText('Time zone')).toHaveValue('Europe/Berlin');
  answer(me, buildUser({ timeZone: 'Europe/Berlin', wantsUsageMails: false }));
  await userEvent.click(screen.getByRole('switch', { name: 'Mails about the monthly limit are on' }));
  expect(await screen.findByRole('switch', { name: 'Mails about the monthly limit are off' })).not.toBeChecked();
  expect(sent(me)).toEqual([{ timeZone: 'Europe/Berlin' }, { wantsUsageMails: false }]);
});

it('shows what is stored again where a change is refused', async () => {
  const { answer } = await open();
  answer(me, refusal(500, 'internal', 'Server error'));
  await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'America/New_York');
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error');
  expect(screen.getByLabelText('Time zone')).toHaveValue('UTC');
});

it('changes the address without a password, which the service may ask a confirmation instead of', async () => {
  const { sent, answer } = await open();
  answer('/api/auth/change-email', new Response(null, { status: 202 }));
  await userEvent.type(screen.getByLabelText('New email address'), 'new@example.com{Enter}');
  expect(await screen.findByText(/We have mailed a link to new@example.com/)).toBeVisible();
  expect(sent('/api/auth/change-email')).toEqual([{ email: 'new@example.com' }]);
});

it('deletes nothing without the password, however recent the sign-in is', async () => {
  const { sent } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, delete forever' }));
  const password = within(screen.getByRole('alertdialog')).getByLabelText('Your password');
  expect(password).toHaveAccessibleDescription('Password is required');
  expect(password).toHaveFocus();
  expect(sent(me)).toEqual([]);
});

it('offers mails about work to each member of a shared workspace, and to nobody who works alone', async () => {
  const seat = { role: 'viewer', allForms: true, formIds: [], hasSecondFactor: false, lastActiveAt: null };
  const user = buildUser({ role: 'viewer', personId: 'p-1' });
  const list = (...emails: string[]) => ({
    members: emails.map((email) => ({ ...seat, id: email, email })),
    invitations: [],
  });
  const path = `/api/v1/workspaces/${user.id}/members`;
  const open = (members: object) =>
    renderApp({ path: '/settings', element: <AccountPage />, user, answers: { [path]: members } });
  const alone = await open(list('me@example.com'));
  await waitFor(() => expect(alone.sent(path)).toHaveLength(1));
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  alone.unmount();
  const { sent, answer } = await open(list('me@example.com', 'ada@example.com'));
  answer(me, { ...user, wantsWorkMails: false });
  await userEvent.click(await screen.findByRole('switch', { name: 'Mails about your work are on' }));
  expect(await screen.findByRole('switch', { name: 'Mails about your work are off' })).not.toBeChecked();
  expect(sent(me)).toEqual([{ wantsWorkMails: false }]);
  expect(screen.queryByLabelText('Time zone')).not.toBeInTheDocument();
});

function open() {
  return renderApp({ path: '/settings', element: <AccountPage />, user: buildUser() });
}
