import type { MailCheck, TestMail } from '@inlet/contracts/mail-check';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { MailPage } from '#routes/settings/mail-page.tsx';

const checkCall = '/api/v1/mail/check';
const id = '01934f6e-5a7c-7000-8000-000000000001';
const testCall = `/api/v1/mail/test/${id}`;

const done: MailCheck = {
  state: 'done',
  level: 'fault',
  checkedAt: '2026-11-20T14:05:09.000Z',
  sender: 'no-reply@example.org',
  checks: [
    { id: 'dkim', level: 'ok', message: 'The key fits.', record: null },
    {
      id: 'spf',
      level: 'fault',
      message: 'The record does not allow your server.',
      record: { name: 'example.org', type: 'TXT', value: 'v=spf1 a:mail.example.org -all', replaces: 'v=spf1 -all' },
    },
    {
      id: 'reverse-dns',
      level: 'fault',
      message: 'The address has no name.',
      record: { name: '8.7.6.5.in-addr.arpa', type: 'PTR', value: 'mail.example.org', replaces: null },
    },
  ],
};
const mail = (state: TestMail['state'], answer: string | null = null): TestMail => {
  return { id, state, message: `It is ${state}.`, answer, at: '2026-11-20T14:05:09.000Z' };
};

function open(answers: Record<string, unknown>, role: 'admin' | 'editor' = 'admin') {
  const user = buildUser({ ...subscribed, role });
  return renderApp({
    path: '/settings/mail',
    element: <MailPage />,
    user,
    answers: { [checkCall]: done, '/api/v1/mail/test': { id }, ...answers },
  });
}

it('shows each check with its level, and the record to add with buttons that copy it', async () => {
  await open({});
  const rows = within(await screen.findByRole('list', { name: 'Checks of mails' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
    'DKIMIn order',
    'SPFFault',
    'Reverse DNSFault',
  ]);
  expect(screen.getByLabelText('Name of the SPF record')).toHaveTextContent('example.org');
  expect(screen.getByLabelText('Value of the SPF record')).toHaveTextContent('v=spf1 a:mail.example.org -all');
  expect(screen.getByText('v=spf1 -all')).toBeVisible();
  for (const name of ['Copy the name', 'Copy the value']) {
    expect(screen.getAllByRole('button', { name })).toHaveLength(2);
  }
  const reverse = within(rows.at(-1) ?? document.body);
  expect(reverse.getByText('PTR, set by the owner of the address')).toBeVisible();
  expect(reverse.getByLabelText('Name of the Reverse DNS record')).toHaveTextContent('8.7.6.5.in-addr.arpa');
  expect(reverse.getByLabelText('Value of the Reverse DNS record')).toHaveTextContent('mail.example.org');
});

it('waits for the check, and tells customers in a sentence whether mails are in order', async () => {
  const nothing = { level: null, checkedAt: null, sender: null, checks: null };
  const { answer } = await open({ [checkCall]: { state: 'waiting', ...nothing } });
  expect(await screen.findByRole('status', { name: 'Asking the DNS and the mail server' })).toBeVisible();
  const lateMs = Date.now() + 31_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(lateMs);
  expect(await screen.findByText(/^The check takes longer than usual/, {}, { timeout: 4_000 })).toBeVisible();
  clock.mockRestore();
  answer(checkCall, { ...done, checks: null });
  expect(
    await screen.findByText(/^Receivers may refuse the mails of this service/, {}, { timeout: 4_000 }),
  ).toBeVisible();
});

it('says that mails stay on this machine where no mail server is set', async () => {
  await open({ [checkCall]: { ...done, state: 'local', level: null, sender: null, checks: null } });
  expect(await screen.findByRole('heading', { name: 'Mails stay on this machine' })).toBeVisible();
});

it('follows a test mail until it is known what became of it', async () => {
  const { answer } = await open({ [testCall]: mail('queued') });
  await userEvent.click(await screen.findByRole('button', { name: 'Send me a test mail' }));
  expect(await screen.findByText('It is queued.')).toBeVisible();
  answer(testCall, mail('refused', '550 5.1.1 no such user'));
  expect(await screen.findByRole('alert', {}, { timeout: 4_000 })).toHaveTextContent(
    'It is refused.The mail server says: 550 5.1.1 no such user',
  );
});

it('says why no test mail was sent, and that the page is not for every role', async () => {
  const { unmount } = await open({
    '/api/v1/mail/test': refusal(409, 'email_not_confirmed', 'Confirm your email address first.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send me a test mail' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Confirm your email address first.');
  unmount();
  await open({}, 'editor');
  expect(await screen.findByText(/This page takes the role admin/)).toBeVisible();
});
