import type { Device } from '@inlet/contracts/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { buildUser, nothingPaid, subscribed } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { giveAuthenticator, passkeyRequest } from '#lib/person/passkeys.test-setup.ts';
import { SignedInLayout } from '#routes/app/signed-in-layout.tsx';
import { SessionsPage } from '#routes/settings/sessions-page.tsx';

const id = '0195c2e4-7a7b-7c1e-9a51-0d6f4c1f9b2e';
const end = `/api/v1/me/sessions/${id}`;
const confirm = '/api/auth/confirm';
const asked = () => refusal(403, 'confirmation_required', 'Confirm with your password that it is you, then try again.');
const done = () => new Response(null, { status: 204 });
const device: Device = {
  id,
  userAgent: 'backup-script/2.1',
  address: '203.0.113.7',
  createdAt: '2026-11-20T14:03:07.412Z',
  lastUsedAt: '2026-11-20T14:03:07.412Z',
  isCurrent: false,
};

afterEach(() => vi.unstubAllGlobals());

async function setUp(answers: object = {}) {
  let isConfirmed = false;
  const app = await renderApp({
    path: '/settings/sessions',
    element: <SignedInLayout />,
    inside: <SessionsPage />,
    user: buildUser(subscribed),
    answers: {
      '/api/v1/billing': { ...nothingPaid, plan: 'pro', subscriptionStatus: 'active' },
      '/api/v1/me/sessions': { sessions: [device] },
      [end]: () => (isConfirmed ? done() : asked()),
      [confirm]: ({ body }: { body: unknown }) => {
        const { password, code, passkey } = body as { password?: string; code?: string; passkey?: object };
        isConfirmed = password === 'correct horse' || code === '123456' || passkey !== undefined;
        if (isConfirmed) return done();
        return code === undefined
          ? refusal(403, 'wrong_password', 'Incorrect password')
          : refusal(403, 'wrong_code', 'This code is not right.');
      },
      ...answers,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out backup-script/2.1' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm that it is you' }));
  return { ...app, dialog };
}

it('a call that needs the password again waits for it, and is then sent once more', async () => {
  const { dialog, sent } = await setUp();
  await userEvent.type(dialog.getByLabelText('Your password'), 'not the one{Enter}');
  await waitFor(() => expect(dialog.getByLabelText('Your password')).toHaveAccessibleDescription('Incorrect password'));
  expect(sent(end)).toHaveLength(1);
  await userEvent.clear(dialog.getByLabelText('Your password'));
  await userEvent.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}');
  await waitFor(() => expect(screen.queryByText('backup-script/2.1')).not.toBeInTheDocument());
  expect(sent(end)).toHaveLength(2);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('a person who does not confirm is told what was not done', async () => {
  const { dialog, sent } = await setUp();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'backup-script/2.1 is still signed in. Confirm with your password that it is you, then try again.',
  );
  expect([sent(end).length, sent(confirm).length]).toEqual([1, 0]);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

const totp = { '/api/v1/me/totp': { isOn: true, onSince: null, recoveryCodesLeft: 10 } };
const passkeys = {
  '/api/v1/me/passkeys': { passkeys: [{ id, name: 'Laptop', isUsable: true, lastUsedAt: null }] },
  '/api/auth/passkey/options': passkeyRequest,
};
const withoutPasswords = { '/api/config': { passwords: false, signInWith: [] } };

it('a code of the app confirms as well', async () => {
  const { dialog, sent } = await setUp(totp);
  await userEvent.click(await dialog.findByRole('button', { name: 'Use a code of your app' }));
  await userEvent.type(dialog.getByLabelText('Code'), '000000{Enter}');
  await waitFor(() => expect(dialog.getByLabelText('Code')).toHaveAccessibleDescription(/This code is not right/));
  await userEvent.clear(dialog.getByLabelText('Code'));
  await userEvent.type(dialog.getByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(sent(end)).toHaveLength(2));
  expect(sent(confirm)).toEqual([{ code: '000000' }, { code: '123456' }]);
});

it('a passkey confirms where there are no passwords', async () => {
  giveAuthenticator();
  const { dialog, sent } = await setUp({ ...passkeys, ...withoutPasswords });
  await userEvent.click(await dialog.findByRole('button', { name: 'Use your passkey' }));
  await waitFor(() => expect(sent(end)).toHaveLength(2));
  expect(sent(confirm)).toMatchObject([{ passkey: { id: 'AQID' } }]);
});

it('a person without any of them is told to sign in again', async () => {
  const { dialog } = await setUp(withoutPasswords);
  expect(await dialog.findByText(/Sign out and in again/)).toBeVisible();
});
