import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { ApiKeysPage } from '#routes/settings/api-keys-page.tsx';

const keys = '/api/v1/me/api-keys';

it('asks for a name before it creates a key', async () => {
  const { sent } = await renderApp({
    path: '/settings/api-keys',
    element: <ApiKeysPage />,
    user: buildUser(subscribed),
    answers: { [keys]: { apiKeys: [] } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create API key' }));
  await userEvent.type(await screen.findByLabelText('Your password'), 'correct horse{Enter}');
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required/);
  expect(sent(keys)).toEqual([null]);
});
