import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { factorRequiredKey } from '#lib/person/factor-required.ts';
import { SignedInLayout } from '#routes/app/signed-in-layout.tsx';

const user = buildUser({ ...subscribed, needsSubscription: false });
const workspace = { id: user.id, name: 'Studio', role: 'owner', plan: null, isCurrent: true };
const other = { ...workspace, id: 'w-2', name: 'Garden', isCurrent: false };

function setUp(changes: Partial<typeof user> = {}, answers: object = {}, path = '/dashboard') {
  return renderApp({
    path,
    element: <SignedInLayout />,
    inside: 'The page',
    user: { ...user, ...changes },
    answers: { '/api/v1/workspaces': { workspaces: [workspace, other] }, ...answers },
  });
}

it('the profile menu opens another workspace, and begins the app again', async () => {
  const { left, sent } = await setUp({}, { '/api/v1/workspaces/w-2/use': other });
  await userEvent.click(screen.getByRole('button', { name: 'Profile' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Garden' }));
  await waitFor(() => expect(left).toEqual(['/dashboard']));
  expect(sent('/api/v1/workspaces/w-2/use')).toHaveLength(1);
});

it('somebody with one workspace sees no choice of workspaces, only the way to a new one', async () => {
  const { requests } = await setUp({}, { '/api/v1/workspaces': { workspaces: [workspace] } });
  await userEvent.click(screen.getByRole('button', { name: 'Profile' }));
  expect(await screen.findByRole('menuitem', { name: 'New workspace' })).toHaveAttribute('href', '/new-workspace');
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/v1/workspaces')).toBe(true));
  expect(screen.queryByRole('menuitemradio', { name: 'Studio' })).not.toBeInTheDocument();
});

it('somebody in no workspace is told so, and can make one', async () => {
  const made = ({ body }: { body: unknown }) => (body === null ? { workspaces: [] } : other);
  const { left, sent } = await setUp(
    { workspace: null, role: null },
    { '/api/v1/workspaces': made, '/api/v1/workspaces/w-2/use': other },
  );
  expect(await screen.findByRole('heading', { name: 'You are in no workspace' })).toBeVisible();
  expect(screen.queryByText('The page')).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Name'), 'Garden{Enter}');
  await waitFor(() => expect(left).toEqual(['/dashboard']));
  expect(sent('/api/v1/workspaces')).toContainEqual({ name: 'Garden' });
});

it('a workspace that requires a second factor leads to its set-up, and on once there is one', async () => {
  const off = { isOn: false, onSince: null, recoveryCodesLeft: 0 };
  const { queryClient, answer } = await setUp({}, { '/api/v1/me/totp': off, '/api/v1/me/passkeys': { passkeys: [] } });
  queryClient.setQueryData(factorRequiredKey, true);
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  expect(screen.queryByText('The page')).not.toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  const on = await screen.findByRole('button', { name: 'Go on to the workspace' });
  await waitFor(() => expect(on).toBeDisabled());
  answer('/api/v1/me/totp', { isOn: true, onSince: null, recoveryCodesLeft: 10 });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(on).toBeEnabled());
  await userEvent.click(on);
  expect(await screen.findByText('The page')).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

it('the person’s own pages stay open while a second factor is required', async () => {
  const { queryClient } = await setUp({}, {}, '/settings/sessions');
  queryClient.setQueryData(factorRequiredKey, true);
  expect(await screen.findByText('The page')).toBeVisible();
});

it('a viewer finds no link to a new form, and nobody but an owner one to billing', async () => {
  await setUp({ role: 'viewer', needsSubscription: true });
  expect(screen.getByRole('link', { name: 'Forms' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Create Form' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Profile' }));
  expect(await screen.findByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Manage Billing' })).not.toBeInTheDocument();
});

it('a member of a workspace without a plan is told who can choose one', async () => {
  const inactive = { ...buildUser(), role: 'editor' as const };
  await setUp(inactive, { '/api/v1/me': inactive });
  expect(await screen.findByRole('heading', { name: 'This workspace has no plan' })).toBeVisible();
});
