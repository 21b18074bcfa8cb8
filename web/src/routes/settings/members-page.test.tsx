import type { Member, OpenInvitation } from '@inlet/contracts/workspaces';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';
import { MembersPage } from '#routes/settings/members-page.tsx';

const { id, personId } = buildUser();
const list = `/api/v1/workspaces/${id}/members`;
const invite = `/api/v1/workspaces/${id}/invitations`;
const buildMember = (changes: Partial<Member> = {}): Member => ({
  ...{ id: personId ?? '', email: 'ada@example.com', role: 'owner', allForms: true, formIds: [] },
  ...{ hasSecondFactor: true, lastActiveAt: '2026-11-20T00:00:00.000Z', ...changes },
});
const grace = buildMember({ id: 'p-2', email: 'grace@example.com', role: 'editor', hasSecondFactor: false });
const invited: OpenInvitation = {
  id: 'i-1',
  email: 'alan@example.com',
  role: 'viewer',
  expiresAt: '2026-12-05T00:00:00.000Z',
};

function setUp(answers: object = {}, user = buildUser(subscribed)) {
  return renderApp({
    path: '/settings/members',
    element: <MembersPage />,
    user,
    answers: {
      [list]: { members: [buildMember(), grace], invitations: [invited] },
      '/api/v1/forms': { forms: [{ id: 'f-1', name: 'Contact' }] },
      ...answers,
    },
  });
}

const rowOf = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(email) }));

it('lists the members with their roles, and protects the last owner', async () => {
  await setUp();
  const ada = await rowOf('ada@');
  expect(ada.getByText('Owner')).toBeVisible();
  expect(ada.queryByRole('button')).not.toBeInTheDocument();
  expect((await rowOf('grace@')).getByText('All forms')).toBeVisible();
});

it('invites somebody to some forms only', async () => {
  const { sent } = await setUp({ [invite]: invited });
  await userEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  await userEvent.type(await screen.findByLabelText('Email'), 'alan@example.com');
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Viewer');
  await userEvent.click(screen.getByRole('radio', { name: 'Only some forms' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Contact' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the invitation' }));
  expect(await screen.findByText('An invitation is on its way to alan@example.com.')).toBeVisible();
  expect(sent(invite)).toEqual([{ email: 'alan@example.com', role: 'viewer', allForms: false, formIds: ['f-1'] }]);
});

it('says beside the address that it is one of a member', async () => {
  await setUp({ [invite]: refusal(409, 'already_member', 'This person is a member already.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  await userEvent.type(await screen.findByLabelText('Email'), 'grace@example.com{Enter}');
  await waitFor(() =>
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/This person is a member already/),
  );
});

it('sends a pending invitation again, and withdraws it', async () => {
  const { answer } = await setUp({ [`${invite}/i-1`]: new Response(null, { status: 204 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Invite alan@example.com again' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('alan@example.com');
  answer(list, { members: [buildMember(), grace], invitations: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw the invitation of alan@example.com' }));
  await waitFor(() => expect(screen.queryByText('Pending invitations')).not.toBeInTheDocument());
});

it('changes the role of a member', async () => {
  const { sent } = await setUp({ [`${list}/p-2`]: grace });
  await userEvent.click(await screen.findByRole('button', { name: 'Change grace@example.com' }));
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Admin');
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByLabelText('Role')).not.toBeInTheDocument());
  expect(sent(`${list}/p-2`)).toEqual([{ role: 'admin', allForms: true, formIds: [] }]);
});

it('removes a member, whose keys may stay', async () => {
  const removal = `${list}/p-2?keepKeys=true`;
  const { answer, requests } = await setUp({ [removal]: new Response(null, { status: 204 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove grace@example.com' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove grace@example.com?' }));
  await userEvent.click(dialog.getByRole('checkbox'));
  answer(list, { members: [buildMember()], invitations: [] });
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, remove' }));
  await waitFor(() => expect(screen.queryByText('grace@example.com')).not.toBeInTheDocument());
  expect(requests.filter(({ path }) => path === removal)).toHaveLength(1);
});

it('a viewer changes nothing, and may leave', async () => {
  const members = [grace, buildMember({ role: 'viewer' }), buildMember({ id: 'p-3', email: 'owner@example.com' })];
  const { left } = await setUp(
    { [list]: { members, invitations: [] }, [`${list}/${personId}`]: new Response(null, { status: 204 }) },
    buildUser({ ...subscribed, role: 'viewer' }),
  );
  const leave = await screen.findByRole('button', { name: 'Leave' });
  expect(screen.getAllByRole('button')).toEqual([leave]);
  await userEvent.click(leave);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, leave' }));
  await waitFor(() => expect(left).toEqual(['/dashboard']));
});

it('an admin has no power over owners', async () => {
  const members = [grace, buildMember({ role: 'admin' }), buildMember({ id: 'p-3', email: 'owner@example.com' })];
  await setUp({ [list]: { members, invitations: [] } }, buildUser({ ...subscribed, role: 'admin' }));
  expect((await rowOf('owner@')).queryByRole('button')).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Change grace@example.com' }));
  expect(screen.queryByRole('option', { name: 'Owner' })).not.toBeInTheDocument();
});
