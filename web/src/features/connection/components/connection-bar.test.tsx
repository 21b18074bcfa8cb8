import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ConnectionBar } from '#features/connection/components/connection-bar.tsx';
import { renderApp } from '#lib/app.test-setup.tsx';

it('checks again at once on request, and disappears on success', async () => {
  const { connection, answer, sent } = await renderApp({ path: '/', element: <ConnectionBar /> });
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await act(() => connection.check());
  expect(screen.getByRole('status')).toHaveTextContent('Inlet cannot be reached. Trying again…');
  const before = sent('/api/config').length;
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(sent('/api/config').length).toBeGreaterThan(before);
  answer('/api/config', {});
  await userEvent.click(await screen.findByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
});
