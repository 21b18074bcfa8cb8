import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { AuthPage } from '#routes/entrance/auth-page.tsx';

const path = '/auth?invite=inv-1';
const readPath = '/api/auth/read-invitation';
const acceptPath = '/api/v1/me/invitation';
const invitation = { email: 'ada@example.com', state: 'open', hasAccount: false };
const config = { waitlistEndpointId: 'waitlist0001', signUp: 'open', billing: 'on' };

it('prefills the address of a new account, which may be typed over', async () => {
  await setUp(invitation);
  expect(await screen.findByText(/You are invited to Early Pro/)).toHaveTextContent('ada@example.com');
  const email = screen.getByLabelText('Email');
  expect(email).toHaveValue('ada@example.com');
  await userEvent.clear(email);
  expect(email).toHaveValue('');
});

it('leaves the address open for the first account of an installation', async () => {
  await setUp({ email: null, state: 'open', hasAccount: false }, undefined, {
    '/api/config': { ...config, billing: 'off' },
  });
  expect(await screen.findByText('You create the first account of this installation.')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('');
  expect(screen.queryByText(/Early Pro/)).not.toBeInTheDocument();
});

it('asks for a sign-in where the address has an account', async () => {
  await setUp({ ...invitation, hasAccount: true });
  expect(await screen.findByRole('heading', { name: 'Accept your invitation' })).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

it.each([
  ['used', /was used/],
  ['expired', /has expired/],
])('says that an invitation is %s', async (state, words) => {
  await setUp({ ...invitation, state });
  expect(await screen.findByText(words)).toBeVisible();
});

it('says that a link is not valid, and leaves the form', async () => {
  await setUp(refusal(400, 'invalid_token', 'Not valid'));
  expect(await screen.findByText(/This invitation link is not valid/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create account' })).toBeVisible();
});

it.each([
  ['is not valid', refusal(400, 'invalid_token', 'Not valid')],
  ['has expired', { ...invitation, state: 'expired' }],
])('that %s leaves no form where the sign-up is closed', async (_, answer) => {
  await setUp(answer, undefined, { '/api/config': { ...config, supportEmail: null, signUp: 'invite' } });
  expect(await screen.findByText('A new account needs an invitation.')).toBeVisible();
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
});

it('is accepted for the person who is signed in', async () => {
  const user = buildUser();
  const { address, sent } = await setUp(invitation, user, { [acceptPath]: { ...user, isInvited: true } });
  await expect.poll(address).toBe('/dashboard');
  expect(sent(acceptPath)).toEqual([{ token: 'inv-1' }]);
});

it('that is used up says so to the person who is signed in, and leads on', async () => {
  const refused = refusal(400, 'invalid_token', 'Not valid');
  await setUp({ ...invitation, state: 'expired' }, buildUser(), { [acceptPath]: refused });
  expect(await screen.findByText(/cannot be used any more/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
});

it('is no matter for the person who has just created the first account', async () => {
  const { address, sent } = await setUp({ email: null, state: 'used', hasAccount: true }, buildUser());
  await expect.poll(address).toBe('/dashboard');
  expect(sent(acceptPath)).toEqual([]);
});

it('of another address is not accepted, and the way to its account is offered', async () => {
  const user = buildUser({ email: 'grace@example.com' });
  const { sent } = await setUp({ ...invitation, hasAccount: true }, user, {
    '/api/auth/sign-out': new Response(null, { status: 204 }),
  });
  expect(await screen.findByText(/You are signed in as grace@example.com/)).toBeVisible();
  expect(sent(acceptPath)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out and continue' }));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
});

function setUp(answer: unknown, user?: ReturnType<typeof buildUser>, answers: object = {}) {
  return renderApp({
    path,
    element: <AuthPage />,
    ...(user && { user }),
    answers: { '/api/config': config, [readPath]: answer, ...answers },
  });
}
