import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { SettingsLayout } from '#routes/settings/settings-layout.tsx';
import { WorkspacePage } from '#routes/settings/workspace-page.tsx';

const user = buildUser(subscribed);
const change = `/api/v1/workspaces/${user.id}`;
const workspace = {
  ...{ id: user.id, name: 'Studio', role: 'owner', plan: 'pro', isCurrent: true },
  ...{ billingEmail: 'bills@example.com', requireSecondFactor: false },
};

function setUp(role: 'owner' | 'editor' | 'viewer', workspaces: readonly object[] = [workspace]) {
  return renderApp({
    path: '/settings/workspace',
    element: <SettingsLayout />,
    inside: <WorkspacePage />,
    user: { ...user, role },
    answers: { '/api/v1/workspaces': { workspaces }, [change]: workspace, '/api/v1/me': user },
  });
}

it('changes the name and the address for bills', async () => {
  const { sent } = await setUp('owner');
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription('Name is required');
  await userEvent.type(name, 'Atelier{Enter}');
  expect(await screen.findByText('The workspace is saved.')).toBeVisible();
  expect(sent(change)).toEqual([{ name: 'Atelier', billingEmail: 'bills@example.com' }]);
});

it('requires a second factor', async () => {
  const { sent } = await setUp('owner');
  await userEvent.click(await screen.findByRole('switch', { name: 'A second factor is optional' }));
  await waitFor(() => expect(sent(change)).toEqual([{ requireSecondFactor: true }]));
});

it('is deleted only where the owner has another one', async () => {
  await setUp('owner', [workspace, { ...workspace, id: 'w-2' }]);
  expect(await screen.findByRole('button', { name: 'Delete workspace' })).toBeVisible();
});

it('says to a role that may not use the page what it takes, and shows no links to such pages', async () => {
  await setUp('editor');
  expect(
    await screen.findByText('Your role in ada@example.com is editor. This page takes the role admin.'),
  ).toBeVisible();
  const links = screen.getAllByRole('link').map((link) => link.textContent);
  expect(links).toEqual(['Account', 'Sign-in', 'Sessions', 'Members', 'Privacy', 'Go to Dashboard']);
});
