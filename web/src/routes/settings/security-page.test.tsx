import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { giveAuthenticator, passkeyCreation } from '#lib/person/passkeys.test-setup.ts';
import { SecurityPage } from '#routes/settings/security-page.tsx';

const totp = '/api/v1/me/totp';
const passkeys = '/api/v1/me/passkeys';
const identities = '/api/v1/me/identities';
const off = { isOn: false, onSince: null, recoveryCodesLeft: 0 };
const on = { isOn: true, onSince: '2026-11-20T14:03:07.412Z', recoveryCodesLeft: 10 };
const recoveryCodes = ['aaaa-bbbb', 'cccc-dddd'];
const laptop = { id: 'pk-1', name: 'Laptop', createdAt: on.onSince, lastUsedAt: null, isUsable: true };
const google = { id: 'google', name: 'Google' };
const config = { passwords: true, signInWith: [google] };

afterEach(() => vi.unstubAllGlobals());

function setUp(answers: object = {}) {
  return renderApp({
    path: '/settings/security',
    element: <SecurityPage />,
    user: buildUser(subscribed),
    answers: {
      '/api/config': config,
      [totp]: off,
      [passkeys]: { passkeys: [] },
      [identities]: { identities: [] },
      ...answers,
    },
  });
}

it('sets up an app by its picture and a code, and shows the recovery codes once', async () => {
  const secret = { secret: 'JBSWY3DP', uri: 'otpauth://totp/x', qr: 'data:image/svg+xml,x' };
  const { answer, sent } = await setUp({
    [`${totp}/confirm`]: refusal(403, 'wrong_code', 'This code is not right.'),
  });
  const start = await screen.findByRole('button', { name: 'Set up an app' });
  answer(totp, secret);
  await userEvent.click(start);
  expect(await screen.findByRole('img', { name: /QR code/ })).toHaveAttribute('src', secret.qr);
  expect(screen.getByText('JBSWY3DP')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/This code is not right/));
  answer(totp, on);
  answer(`${totp}/confirm`, { recoveryCodes });
  await userEvent.clear(screen.getByLabelText('Code'));
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText(/aaaa-bbbb/)).toHaveTextContent('aaaa-bbbb cccc-dddd');
  expect(sent(`${totp}/confirm`).at(-1)).toEqual({ code: '123456' });
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(await screen.findByText(/An authenticator app is on since Nov 20, 2026. 10 recovery codes/)).toBeVisible();
  expect(screen.queryByText(/aaaa-bbbb/)).not.toBeInTheDocument();
});

it('makes new recovery codes', async () => {
  await setUp({ [totp]: on, '/api/v1/me/recovery-codes': { recoveryCodes } });
  await userEvent.click(await screen.findByRole('button', { name: 'Make new recovery codes' }));
  expect(await screen.findByText(/aaaa-bbbb/)).toBeVisible();
});

it('adds a passkey, and shows the recovery codes of a first factor', async () => {
  giveAuthenticator();
  const { answer, sent } = await setUp({ [`${passkeys}/options`]: passkeyCreation });
  expect(await screen.findByText('You have no passkey yet.')).toBeVisible();
  answer(passkeys, ({ body }: { body: unknown }) =>
    body === null ? { passkeys: [laptop] } : { ...laptop, recoveryCodes },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }));
  expect(await screen.findByText(/aaaa-bbbb/)).toBeVisible();
  expect(sent(passkeys)).toContainEqual(expect.objectContaining({ passkey: expect.objectContaining({ id: 'AQID' }) }));
  expect(await screen.findByText('Laptop')).toBeVisible();
});

it('says why a passkey that is the last way in stays', async () => {
  const { answer } = await setUp({ [passkeys]: { passkeys: [{ ...laptop, isUsable: false }] } });
  answer(`${passkeys}/pk-1`, refusal(409, 'last_way_in', 'Choose a password first.'));
  expect(await screen.findByText('Of another address of this installation')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Delete Laptop' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose a password first.');
});

it('links a provider by its own page, and unlinks it', async () => {
  const { left, sent } = await setUp({
    [identities]: ({ body }: { body: unknown }) =>
      body === null ? { identities: [] } : { url: 'https://accounts.example/sign-in' },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Link Google' }));
  await waitFor(() => expect(left).toEqual(['https://accounts.example/sign-in']));
  expect(sent(identities)).toContainEqual({ provider: 'google' });
});

it('unlinks a provider', async () => {
  const linked = { id: 'i-1', provider: 'google', name: 'Google', createdAt: on.onSince, lastUsedAt: on.onSince };
  const { answer } = await setUp({
    [identities]: { identities: [linked] },
    [`${identities}/i-1`]: new Response(null, { status: 204 }),
  });
  const unlink = await screen.findByRole('button', { name: 'Unlink Google' });
  expect(screen.queryByRole('button', { name: 'Link Google' })).not.toBeInTheDocument();
  answer(identities, { identities: [] });
  await userEvent.click(unlink);
  expect(await screen.findByRole('button', { name: 'Link Google' })).toBeVisible();
});

it('shows no providers where there are none', async () => {
  await setUp({ '/api/config': { ...config, signInWith: [] } });
  expect(await screen.findByText('No app is set up.')).toBeVisible();
  expect(screen.queryByText('Sign-in providers')).not.toBeInTheDocument();
});
