import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CreateForm } from '#features/forms/components/create-form.tsx';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

it.each([
  ['the words of the service', refusal(403, 'form_limit_reached', 'That is one too many.'), 'That is one too many.'],
  ['that no more can be created', new Response('<h1>Forbidden</h1>', { status: 403 }), 'Cannot create more forms'],
  ['that something went wrong', new Response('', { status: 500 }), 'Something went wrong. Please try again.'],
])('says after a refusal %s', async (_, answer, words) => {
  const onCreated = vi.fn();
  const element = <CreateForm isFull={false} onCreated={onCreated} />;
  const { sent } = await renderApp({ path: '/forms/new', element, answers: { '/api/v1/forms': answer } });
  await userEvent.type(screen.getByLabelText('Form Name'), 'Contact');
  await userEvent.type(screen.getByLabelText('Origin 1'), 'https://example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Create Form' }));
  await waitFor(() => expect(sent('/api/v1/forms')).toHaveLength(1));
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  expect(onCreated).not.toHaveBeenCalled();
});
