import { automaticRoles } from '@inlet/contracts/field-roles';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildErasure, buildPerson, mention, noCounts } from '#features/privacy/person.test-setup.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { PrivacySettingsPage } from '#routes/settings/privacy-settings-page.tsx';

it('finds what is stored of a person, with the way to each of it', async () => {
  const row = buildSubmission({ data: { name: 'Ada', message: 'A question' } });
  const submissions = [{ ...row, formName: 'Contact', fieldRoles: automaticRoles }];
  await open({ counts: { ...noCounts, submissions: 203, notes: 4 }, submissions, total: 203, mentions: [mention] });
  await find('ada@example.com');
  expect(await screen.findByText('203 submissions, 1 mention')).toBeVisible();
  const stored = within(screen.getByLabelText('What is stored'));
  expect(stored.getByText('Notes').nextElementSibling).toHaveTextContent('4');
  const list = within(await screen.findByRole('list', { name: 'Submissions' }));
  expect(list.getByRole('link', { name: 'Contact' })).toHaveAttribute(
    'href',
    `/forms/${row.formId}?submission=${row.id}`,
  );
  expect(list.getByText('Ada · A question')).toBeVisible();
  expect(screen.getByText('The newest 1 of 203.')).toBeVisible();
  const mentions = within(screen.getByRole('list', { name: 'Mentions' }));
  expect(mentions.getByText(/please write to/)).toBeVisible();
});

it('says that nothing is stored, and offers no erasure', async () => {
  await open();
  await find('nobody@example.com');
  expect(await screen.findByText('Nothing is stored about this address.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase' })).not.toBeInTheDocument();
});

it('asks for an address, and shows a failed search', async () => {
  const { sent, answer } = await open();
  await find('no address');
  expect(screen.getByLabelText('Email address of the person')).toHaveAccessibleDescription(
    'Enter a valid email address',
  );
  expect(sent(people('no address'))).toEqual([]);
  answer(people('ada@example.com'), refusal(503, 'searches_busy', 'Too many searches at once'));
  await find('ada@example.com');
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many searches at once');
});

it('erases once the address is typed again, and goes to the erasure', async () => {
  const { sent, answer, address } = await open({ counts: { ...noCounts, submissions: 1 }, total: 1 });
  await find('Ada@Example.com ');
  await userEvent.click(await screen.findByRole('button', { name: 'Erase' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Erase ada@example.com?' });
  expect(dialog).toHaveTextContent(/This erases 1 submission from your forms, with notes.*cannot be undone/);
  const typed = within(dialog).getByLabelText('Type the address to confirm');
  await userEvent.type(typed, 'ada@example.co');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, erase forever' }));
  expect(typed).toHaveAccessibleDescription(/not the address/);
  expect(typed).toHaveFocus();
  expect(sent(erasures)).toEqual([null]);
  const { id } = buildErasure();
  answer(erasures, ({ body }: { body: unknown }) => (body ? Response.json({ id }, { status: 202 }) : { erasures: [] }));
  await userEvent.type(typed, 'm');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, erase forever' }));
  await expect.poll(address).toBe(`/settings/privacy/erasures/${id}`);
  expect(sent(erasures)).toContainEqual({ email: 'ada@example.com' });
});

it('lists erasures with their state, what they removed and what they left', async () => {
  const { mentions: _mentions, receipt: _receipt, ...done } = buildErasure({ mentionCount: 3 });
  const running = { ...done, id: '01934f6e-5a7c-7000-8000-0000000000e2', state: 'running', counts: noCounts };
  await open({}, { [erasures]: { erasures: [running, done] } });
  const rows = within(await screen.findByRole('list', { name: 'Erasures' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Not finished yetRunning');
  expect(rows[1]).toHaveTextContent('12 submissions, 2 other records, 3 mentions left to youDone');
});

it('says that nothing was erased yet', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Nothing erased yet' })).toBeVisible();
});

it('sets the days of new forms', async () => {
  const { sent, answer } = await open();
  await userEvent.click(await screen.findByRole('switch', { name: 'Automatic deletion is off' }));
  await userEvent.click(screen.getByRole('button', { name: '30 days' }));
  answer(retention, { days: 30, isActive: true });
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(sent(retention)).toEqual([null, { days: 30 }]);
});

it('offers other plans where new forms can have no days', async () => {
  await open({}, { [retention]: { days: null, isActive: false } });
  expect(await screen.findByText(/Automatic deletion is not part of your plan/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Upgrade Plan' })).toBeVisible();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
});

const erasures = '/api/v1/erasures';
const retention = '/api/v1/me/retention';
const people = (email: string) => `/api/v1/people?${new URLSearchParams({ email })}`;

function open(person: Parameters<typeof buildPerson>[0] = {}, answers: Record<string, unknown> = {}) {
  const mentionCount = person?.mentions?.length ?? 0;
  const found = Object.fromEntries(
    ['ada@example.com', 'Ada@Example.com', 'Ada@Example.com ', 'nobody@example.com'].map((email) => [
      people(email),
      buildPerson({ ...person, mentionCount }),
    ]),
  );
  return renderApp({
    path: '/settings/privacy',
    element: <PrivacySettingsPage />,
    user: buildUser(subscribed),
    answers: { [erasures]: { erasures: [] }, [retention]: { days: null, isActive: true }, ...found, ...answers },
  });
}

async function find(email: string) {
  const input = await screen.findByLabelText('Email address of the person');
  await userEvent.clear(input);
  await userEvent.type(input, email);
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));
}
