import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { AuthPage } from '#routes/entrance/auth-page.tsx';
import { ConfirmRecipientPage } from '#routes/entrance/confirm-recipient-page.tsx';
import { UnsubscribePage } from '#routes/entrance/unsubscribe-page.tsx';

const unsubscribe = '/api/mail/unsubscribe?token=abc';
const link = { email: 'ada@example.com', kind: 'notifications', formName: 'Contact', isStopped: false } as const;

it('stops mails by a press and not by opening the page', async () => {
  const { requests, answer } = await renderApp({
    path: '/unsubscribe?token=abc',
    element: <UnsubscribePage />,
    answers: { [unsubscribe]: link },
  });
  expect(await screen.findByText('ada@example.com is told of new submissions of Contact.')).toBeVisible();
  expect(requests).toHaveLength(1);
  answer(unsubscribe, { ...link, isStopped: true });
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('status')).toHaveTextContent('ada@example.com gets no more mails about Contact.');
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).not.toBeInTheDocument();
});

it.each([
  ['notifications', null, /no more mails about this form/],
  ['usage', null, /no more mails about the monthly limit/],
  ['auto-reply', null, /no more automatic answers/],
] as const)('says that mails of the kind %s are stopped already', async (kind, formName, words) => {
  await renderApp({
    path: '/unsubscribe?token=abc',
    element: <UnsubscribePage />,
    answers: { [unsubscribe]: { email: 'ada@example.com', kind, formName, isStopped: true } },
  });
  expect(await screen.findByRole('status', { name: '' })).toHaveTextContent(words);
});

it('is in the language of the mail to a visitor', async () => {
  const { answer } = await renderApp({
    path: '/unsubscribe?token=abc&language=de',
    element: <UnsubscribePage />,
    answers: { [unsubscribe]: { ...link, kind: 'auto-reply', formName: null } },
  });
  expect(await screen.findByRole('heading', { name: 'Abbestellen' })).toBeVisible();
  expect(await screen.findByText(/Einige Websites antworten ada@example\.com per E-Mail/)).toBeVisible();
  answer(unsubscribe, { ...link, kind: 'auto-reply', isStopped: true });
  await userEvent.click(screen.getByRole('button', { name: 'Abbestellen' }));
  expect(await screen.findByRole('status')).toHaveTextContent('bekommt keine automatischen Antworten mehr.');
});

it('says that a link is not complete', async () => {
  await renderApp({
    path: '/unsubscribe?token=abc',
    element: <UnsubscribePage />,
    answers: { [unsubscribe]: refusal(400, 'invalid_token', 'This link is not valid any more. Ask for a new one.') },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not complete');
});

it('confirms a recipient by a press', async () => {
  const path = '/api/recipients/confirm';
  const { sent } = await renderApp({
    path: '/confirm-recipient?token=abc',
    element: <ConfirmRecipientPage />,
    answers: { [path]: { email: 'ada@example.com', formName: 'Contact' } },
  });
  expect(sent(path)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm this address' }));
  expect(await screen.findByRole('status')).toHaveTextContent('ada@example.com is told of new submissions of Contact');
  expect(sent(path)).toEqual([{ token: 'abc' }]);
});

it('verifies the address of an account by a press', async () => {
  const path = '/api/auth/verify-email';
  const { sent } = await renderApp({
    path: '/auth?mode=verify&token=abc',
    element: <AuthPage />,
    answers: {
      '/api/config': { waitlistEndpointId: null, billing: 'on', supportEmail: null, signUp: 'open' },
      [path]: new Response(null, { status: 204 }),
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Verify this address' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Your email address is verified.');
  expect(sent(path)).toEqual([{ token: 'abc' }]);
});
