import type { Form, UpdateForm } from '@inlet/contracts/forms';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { FormSettings } from '#features/forms/settings/components/form-settings.tsx';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

it('adding an origin saves the list and the state by themselves, in their stored form', async () => {
  const { user, changes } = await setUp({ allowedOrigins: [] });
  await user.click(screen.getByRole('switch', { name: 'Form is active' }));
  await user.type(originInput(), ' HTTPS://Example.COM/ {Enter}');
  await pass(100);
  expect(changes()).toEqual([{ isActive: false, allowedOrigins: ['https://example.com'] }]);
  expect(await screen.findByText('Auto-saved')).toBeVisible();
  expect(originInput()).toHaveValue('');
  await pass(2_000);
  expect(screen.queryByText('Auto-saved')).not.toBeInTheDocument();
});

it('an automatic save of the list neither saves nor loses text in the name', async () => {
  const { user, changes } = await setUp({
    name: 'Contact',
    allowedOrigins: ['https://a.example', 'https://b.example'],
  });
  await user.type(screen.getByLabelText('Form Name'), ' us ');
  await user.click(screen.getByRole('button', { name: 'Remove https://a.example' }));
  expect(screen.getByRole('button', { name: 'Remove https://b.example' })).toHaveFocus();
  await pass(100);
  expect(await screen.findByText('Auto-saved')).toBeVisible();
  expect(changes()).toEqual([{ isActive: true, allowedOrigins: ['https://b.example'] }]);
  expect(screen.getByLabelText('Form Name')).toHaveValue('Contact us ');
  expect(screen.getByText('Unsaved changes')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  expect(await screen.findByText('Settings saved successfully')).toBeVisible();
  expect(changes().at(-1)).toEqual({
    name: 'Contact us',
    description: null,
    isActive: true,
    allowedOrigins: ['https://b.example'],
    bodyMaxBytes: null,
    takesFiles: true,
    fileTypes: [],
  });
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
  await pass(3_000);
  expect(screen.queryByText('Settings saved successfully')).not.toBeInTheDocument();
});

it('removing quickly sends the last state last, however long the first answer takes', async () => {
  const { user, changes, hold } = await setUp({ allowedOrigins: ['https://a.example', 'https://b.example'] });
  const release = hold();
  await user.click(screen.getByRole('button', { name: 'Remove https://a.example' }));
  await pass(100);
  await user.click(screen.getByRole('button', { name: 'Remove https://b.example' }));
  await pass(1_000);
  expect(changes()).toHaveLength(1);
  expect(screen.getByText('The list is empty, so any website may send to this form.')).toBeVisible();
  expect(originInput()).toHaveFocus();
  release();
  await pass(0);
  expect(changes().map(({ allowedOrigins }) => allowedOrigins)).toEqual([['https://b.example'], []]);
  await pass(0);
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
});

it.each(['http://example.com', 'example.com', 'https://*.com', 'ftp://localhost:3000'])(
  'refuses %s as an origin',
  async (entry) => {
    const { user, changes } = await setUp({});
    await user.type(originInput(), entry);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Origin must start with https://');
    expect(originInput()).toHaveAccessibleDescription('Origin must start with https://');
    expect(originInput()).toHaveValue(entry);
    await pass(200);
    expect(changes()).toEqual([]);
  },
);

it('says what to type instead of an entry that is no origin', async () => {
  const { user } = await setUp({});
  await user.type(originInput(), 'www.example.com');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await pass(0);
  expect(await screen.findByText('Did you mean https://www.example.com?')).toBeVisible();
});

it('cuts a pasted page address to its origin', async () => {
  const { user } = await setUp({ allowedOrigins: [] });
  await user.type(originInput(), 'https://shop.example.com/contact?from=menu');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByRole('listitem')).toHaveTextContent('https://shop.example.com');
});

it.each([
  'localhost:3000',
  '127.0.0.1:5500',
  'http://localhost:3000',
  'https://*.example.org',
  'https://example.org:8443',
])('takes %s as an origin', async (entry) => {
  const { user } = await setUp({ allowedOrigins: [] });
  await user.type(originInput(), `${entry}{Enter}`);
  expect(screen.getByRole('listitem')).toHaveTextContent(entry.replace('http://', ''));
});

it('adds neither a known entry nor an empty one', async () => {
  const { user, changes } = await setUp({ allowedOrigins: ['https://example.com'] });
  const add = screen.getByRole('button', { name: 'Add' });
  expect(add).toBeDisabled();
  await user.type(originInput(), '  {Enter}');
  expect(add).toBeDisabled();
  await user.type(originInput(), 'https://EXAMPLE.com{Enter}');
  expect(screen.getByText('https://example.com is on the list already')).toBeVisible();
  await pass(200);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(changes()).toEqual([]);
});

it('reports a failed save, keeps the change, and saves it on demand', async () => {
  const { user, refuse, changes } = await setUp({ allowedOrigins: [] });
  refuse();
  await user.type(originInput(), 'https://example.com{Enter}');
  await pass(100);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your change of the allowed origins was not saved. Server error',
  );
  expect(screen.getByRole('listitem')).toHaveTextContent('https://example.com');
  expect(screen.getByText('Unsaved changes')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(100);
  expect(await screen.findByText('Auto-saved')).toBeVisible();
  expect(changes()).toHaveLength(2);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('needs a name', async () => {
  const { user, changes } = await setUp({});
  await user.clear(screen.getByLabelText('Form Name'));
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  expect(screen.getByLabelText('Form Name')).toHaveAccessibleDescription('Form name is required');
  expect(screen.getByLabelText('Form Name')).toHaveFocus();
  expect(changes()).toEqual([]);
});

it('takes a limit for the size of a submission in kilobytes, and gives it up again', async () => {
  const { user, changes } = await setUp({ bodyMaxBytes: 16_500 });
  const limit = screen.getByLabelText('Size limit (kB, without files)');
  expect(limit).toHaveValue('16.5');
  await user.clear(limit);
  await user.type(limit, '64{Enter}');
  expect(await screen.findByText('Settings saved successfully')).toBeVisible();
  expect(changes().at(-1)).toMatchObject({ bodyMaxBytes: 64_000 });
  await user.clear(limit);
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  await pass(1);
  expect(changes().at(-1)).toMatchObject({ bodyMaxBytes: null });
});

it('takes types of files, and none where files are refused', async () => {
  const { user, changes } = await setUp({});
  const types = screen.getByLabelText('Accepted types of files');
  await user.type(types, 'pdf{Enter}');
  expect(types).toHaveAccessibleDescription(/Must be an extension such as .pdf/);
  expect(types).toHaveFocus();
  await user.clear(types);
  await user.type(types, '.PDF, image/*{Enter}');
  expect(await screen.findByText('Settings saved successfully')).toBeVisible();
  expect(changes().at(-1)).toMatchObject({ takesFiles: true, fileTypes: ['.PDF', 'image/*'] });
  await user.click(screen.getByRole('switch', { name: 'Files are accepted' }));
  expect(screen.queryByLabelText('Accepted types of files')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save Settings' }));
  await pass(1);
  expect(changes().at(-1)).toMatchObject({ takesFiles: false });
});

it.each(['0.5', '1001', 'much'])('refuses %s kilobytes', async (entry) => {
  const { user, changes } = await setUp({});
  const limit = screen.getByLabelText('Size limit (kB, without files)');
  await user.type(limit, `${entry}{Enter}`);
  expect(limit).toHaveAccessibleDescription(/must be from 1 kB \(1,000 bytes\) to 1 MB/);
  expect(limit).toHaveFocus();
  expect(changes()).toEqual([]);
});

function originInput() {
  return screen.getByLabelText('Add an origin');
}

/** Lets React render the effects of a timer and of the response. */
async function pass(durationMs: number) {
  await act(() => vi.advanceTimersByTimeAsync(durationMs));
  await act(() => vi.advanceTimersByTimeAsync(1));
}

async function setUp(overrides: Partial<Form>) {
  let stored = buildForm(overrides);
  let answering: Promise<unknown> = Promise.resolve();
  const path = `/api/v1/forms/${stored.id}`;
  const save = async ({ body }: { body: unknown }) => {
    await answering;
    stored = { ...stored, ...(body as UpdateForm) } as Form;
    return stored;
  };
  const app = await renderApp({
    path: '/settings',
    element: <FormSettings form={stored} />,
    answers: { [path]: save },
  });
  return {
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
    changes: () => app.sent(path) as UpdateForm[],
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      answering = promise;
      return resolve;
    },
    refuse: () =>
      app.answer(path, () => {
        app.answer(path, save);
        return refusal(500, 'internal', 'Server error');
      }),
  };
}
