import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { newPasswordHint } from '#lib/new-password-hint.ts';
import { joinedWaitlistKey } from '#lib/use-app-config.ts';
import { AuthPage } from '#routes/entrance/auth-page.tsx';

const open = { waitlistEndpointId: 'waitlist0001', billing: 'on', supportEmail: null, signUp: 'open' } as const;
const waitlist = '/api/forms/waitlist0001';
const noContent = new Response(null, { status: 204 });

it('offers an account only where everybody may have one', async () => {
  await setUp('/auth');
  expect(await screen.findByRole('link', { name: 'Create an account' })).toBeVisible();
});

it('offers the waitlist, and no account, where people come by invitation', async () => {
  await setUp('/auth', { '/api/config': { ...open, signUp: 'invite' } });
  expect(await screen.findByRole('link', { name: 'Join the waitlist' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Create an account' })).not.toBeInTheDocument();
});

it('names the shortest password of an account, and of a new one', async () => {
  await setUp('/auth');
  expect(screen.getByLabelText('Password')).toHaveAttribute('minlength', '6');
  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }));
  expect(await screen.findByLabelText('Password')).toHaveAttribute('minlength', '8');
});

it('keeps the address true when the mode changes', async () => {
  const { address } = await setUp('/auth');
  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }));
  expect(screen.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  expect(address()).toBe('/auth?mode=sign-up');
  await userEvent.click(screen.getByRole('link', { name: 'Go to sign-in' }));
  expect(address()).toBe('/auth');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(address()).toBe('/auth?mode=forgot');
});

it('begins in the first field, and names what a new account accepts', async () => {
  await setUp('/auth?mode=sign-up');
  expect(await screen.findByLabelText('Email')).toHaveFocus();
  expect(screen.getByRole('link', { name: 'terms of service' })).toHaveAttribute('href', '/terms');
  expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy');
});

const closed = { ...open, signUp: 'invite' } as const;

it('says that a new account needs an invitation before anybody fills in a form', async () => {
  await setUp('/auth?mode=sign-up', { '/api/config': closed });
  expect(await screen.findByText('A new account needs an invitation.')).toBeVisible();
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Create account' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Join the waitlist' }));
  expect(screen.getByRole('button', { name: 'Join the waitlist' })).toBeVisible();
});

it.each([
  ['help@example.com', /^Ask for one at/],
  [null, /^The operator of this installation can invite you/],
])('names the way to an invitation where there is no waitlist and the address is %s', async (supportEmail, words) => {
  const config = { ...closed, waitlistEndpointId: null, billing: 'off', supportEmail };
  await setUp('/auth?mode=sign-up', { '/api/config': config });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'help@example.com' })).toHaveLength(supportEmail === null ? 0 : 1);
  expect(screen.queryByRole('link', { name: 'Join the waitlist' })).not.toBeInTheDocument();
});

it('shows the form where the sign-up cannot be read', async () => {
  await setUp('/auth?mode=sign-up', { '/api/config': refusal(500, 'server_error', 'Server error') });
  expect(await screen.findByLabelText('Email')).toBeVisible();
});

it('says how long a password has to be before it is sent, and sends the invitation along', async () => {
  const { sent } = await setUp('/auth?invite=inv-1', {
    '/api/auth/sign-up': refusal(409, 'email_taken', 'An account with this email address exists already'),
  });
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(newPasswordHint);
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'shorter');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(sent('/api/auth/sign-up')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Password'), ' words');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('An account with this email address exists already');
  expect(sent('/api/auth/sign-up')).toEqual([{ email: 'ada@example.com', password: 'shorter words', invite: 'inv-1' }]);
});

it.each([
  ['/auth?early_pro=true', 'early_pro_pricing', 'early_pro', '/auth?early_pro=true&waitlist_success=true'],
  ['/auth?mode=waitlist', 'auth_page', 'general', '/auth?mode=waitlist&waitlist_success=true'],
])('joins the waitlist from %s as %s', async (path, source, interest, after) => {
  const { sent, address } = await setUp(path, { [waitlist]: { success: true } });
  await userEvent.type(screen.getByLabelText('Email'), ' ada@example.com ');
  await userEvent.click(screen.getByRole('button', { name: 'Join the waitlist' }));
  expect(await screen.findByText(/You’re on the waitlist/)).toBeVisible();
  expect(address()).toBe(after);
  expect(sent(waitlist)).toEqual([
    { email: 'ada@example.com', timestamp: expect.stringMatching(/^\d{4}-.*Z$/), source, plan_interest: interest },
  ]);
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/auth');
  await userEvent.click(screen.getByRole('button', { name: 'Join with another email' }));
  expect(screen.getByLabelText('Email')).toHaveValue('');
  expect(address()).toBe(path);
});

it('says when the waitlist could not be joined, and keeps the address that was typed', async () => {
  const { address } = await setUp('/auth?early_pro=true', { [waitlist]: refusal(429, 'rate_limited', 'Slow down') });
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Join the waitlist' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to join waitlist. Please try again.');
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  expect(address()).toBe('/auth?early_pro=true');
});

it('says that there is no waitlist where there is none', async () => {
  await setUp('/auth?mode=waitlist', { '/api/config': { ...open, waitlistEndpointId: null } });
  expect(await screen.findByText('The waitlist is not open at the moment.')).toBeVisible();
});

it('asks for a link by mail, and does not say whether there is such an account', async () => {
  const { sent } = await setUp('/auth?mode=forgot', {
    '/api/auth/forgot-password': new Response(null, { status: 202 }),
  });
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByRole('status')).toHaveTextContent('If ada@example.com has an account');
  expect(sent('/api/auth/forgot-password')).toEqual([{ email: 'ada@example.com' }]);
});

it('chooses a new password by a mailed link, and says when the link is not valid any more', async () => {
  const { answer, sent } = await setUp('/auth?mode=reset&token=t-1', {
    '/api/auth/reset-password': refusal(400, 'invalid_token', 'This link is not valid any more. Ask for a new one.'),
  });
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(newPasswordHint);
  await userEvent.type(screen.getByLabelText('New password'), 'a new one');
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not valid any more. Ask for a new one.');
  answer('/api/auth/reset-password', noContent);
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Your password is changed');
  expect(sent('/api/auth/reset-password').at(-1)).toEqual({ token: 't-1', password: 'a new one' });
});

it('confirms an address by a press, not by the mere opening of the link', async () => {
  const { sent } = await setUp('/auth?mode=confirm-email&token=t-2', { '/api/auth/confirm-email': noContent });
  await screen.findByRole('button', { name: 'Confirm this address' });
  expect(sent('/api/auth/confirm-email')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm this address' }));
  await waitFor(() => expect(sent('/api/auth/confirm-email')).toEqual([{ token: 't-2' }]));
  expect(await screen.findByRole('status')).toHaveTextContent('Your new email address is confirmed.');
});

it('notes that the person who is signed in waits, and nobody else', async () => {
  const user = buildUser();
  const { queryClient } = await renderApp({
    path: '/auth?early_pro=true',
    element: <AuthPage />,
    user,
    answers: { '/api/config': open, [waitlist]: { success: true, message: 'Stored', submissionId: 'id' } },
  });
  const joinWith = async (email: string) => {
    await userEvent.clear(screen.getByLabelText('Email'));
    await userEvent.type(screen.getByLabelText('Email'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Join the waitlist' }));
    await screen.findByText(/You’re on the waitlist/);
  };
  await joinWith('friend@example.com');
  expect(queryClient.getQueryData(joinedWaitlistKey)).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Join with another email' }));
  await joinWith(user.email.toUpperCase());
  expect(queryClient.getQueryData(joinedWaitlistKey)).toBe(true);
});

function setUp(path: string, answers: object = {}) {
  return renderApp({ path, element: <AuthPage />, answers: { '/api/config': open, ...answers } });
}
