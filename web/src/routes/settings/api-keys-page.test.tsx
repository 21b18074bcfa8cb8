import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { ApiKeysPage } from '#routes/settings/api-keys-page.tsx';

const keys = '/api/v1/me/api-keys';

async function setUp() {
  const app = await renderApp({
    path: '/settings/api-keys',
    element: <ApiKeysPage />,
    user: buildUser(subscribed),
    answers: {
      [keys]: ({ body }: { body: unknown }) => (body === null ? { apiKeys: [] } : { name: 'Deploy', key: 'inlet_x' }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create API key' }));
  return app;
}

it('asks for a name before it creates a key', async () => {
  const { sent } = await setUp();
  await userEvent.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required/);
  expect(sent(keys)).toEqual([null]);
});

it('creates a key that has single rights', async () => {
  const { sent } = await setUp();
  await userEvent.type(await screen.findByLabelText('Name'), 'Deploy');
  await userEvent.click(screen.getByRole('radio', { name: 'Single rights' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('Choose what the key may do')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Create and change forms' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Read forms' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
  // Without a password the service asks for a confirmation.
  const wanted = { name: 'Deploy', scopes: ['forms:read', 'forms:write'], expiresAt: expect.anything() };
  await waitFor(() => expect(sent(keys)).toContainEqual(wanted));
});
