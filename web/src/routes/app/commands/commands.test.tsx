import type { Form } from '@inlet/contracts/forms';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPortal } from 'react-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildUser, subscribed } from '#features/billing/billing.test-setup.ts';
import { buildForm } from '#features/forms/form.test-setup.ts';
import { isKeptOn, keepChoice } from '#features/submissions/kept-choice.ts';
import { renderApp } from '#lib/app.test-setup.tsx';
import { applyTheme } from '#lib/theme.ts';
import { Commands } from '#routes/app/commands/commands.tsx';

const contact = buildForm({ id: '01934f6e-5a7c-7000-8000-00000000f001', name: 'Contact' });
const cafe = buildForm({ id: '01934f6e-5a7c-7000-8000-00000000f002', name: 'Café orders' });

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  keepChoice('hide-done', false);
  applyTheme('system');
});

it('opens with its key, finds what is typed at once, and goes there', async () => {
  const { address } = await show();
  await userEvent.keyboard('{Control>}k{/Control}cafe int');
  const box = await screen.findByRole('combobox', { name: 'Search and commands' });
  expect(box).toHaveValue('cafe int');
  await waitFor(() => expect(box).toHaveFocus());
  expect(await screen.findByRole('option', { name: 'Café orders: Integrations' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe(`/forms/${cafe.id}/integrations`);
});

it('arrow keys move through the list while the box keeps the focus, and Esc gives the focus back', async () => {
  await show();
  screen.getByRole('textbox', { name: 'Note' }).focus();
  await userEvent.keyboard('half a note{Control>}k{/Control}');
  const box = await screen.findByRole('combobox');
  const chosen = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
  expect(chosen()).toHaveTextContent('Dashboard');
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toHaveTextContent('Forms');
  expect(chosen()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()).toBe(screen.getAllByRole('option').at(-1));
  expect(box).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus());
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('half a note');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('its key closes it too, and its button opens it', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Search and commands' }));
  expect(await screen.findByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument());
});

it.each([
  ['a dialog with work', <div key="dialog" role="dialog" aria-label="Filters" />, false],
  ['a question', <div key="alert" role="alertdialog" aria-label="Sure?" />, false],
])('stays closed while %s is open', async (_, dialog) => {
  await show({ over: dialog });
  await userEvent.keyboard('{Control>}k{/Control}');
  await act(async () => undefined);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

it('opens while a submission is open beside the list', async () => {
  await show({ beside: <div role="dialog" aria-label="Submission Details" /> });
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox')).toHaveFocus();
});

it.each(['{Control>}{Shift>}k{/Shift}{/Control}', '{Meta>}k{/Meta}', 'k'])('leaves %s to others', async (keys) => {
  await show();
  await userEvent.keyboard(keys);
  await act(async () => undefined);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

it('looks for words in the open form, or in one that is chosen next', async () => {
  const { address } = await show({ path: `/forms/${contact.id}/spam` });
  await userEvent.keyboard('{Control>}k{/Control}lost invoice');
  expect(await screen.findByRole('option', { name: 'Search for “lost invoice” in Contact' })).toBeVisible();
  await userEvent.click(screen.getByRole('option', { name: 'Search for “lost invoice” in another form…' }));
  const box = await screen.findByRole('combobox', { name: 'Search for “lost invoice” in a form' });
  expect(box).toHaveValue('');
  expect(box).toHaveFocus();
  await userEvent.keyboard('caf{Enter}');
  expect(address()).toBe(`/forms/${cafe.id}?q=lost+invoice`);
});

it('hides done submissions in the open inbox', async () => {
  await show({ path: `/forms/${contact.id}` });
  await userEvent.keyboard('{Control>}k{/Control}done');
  await screen.findByRole('option', { name: 'Hide done submissions' });
  await userEvent.keyboard('{Enter}');
  expect(isKeptOn('hide-done')).toBe(true);
  await userEvent.keyboard('{Control>}k{/Control}done');
  expect(await screen.findByRole('option', { name: 'Show done submissions' })).toBeVisible();
});

it('says when nothing is found, and Enter then does nothing', async () => {
  const { address } = await show({ forms: [] });
  await userEvent.keyboard('{Control>}k{/Control}xyzzy{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Search and commands' });
  expect(within(dialog).getByRole('status')).toHaveTextContent('Nothing found');
  expect(address()).toBe('/dashboard');
});

it('without a subscription it leads to the account and out, and asks for no forms', async () => {
  const { requests, onSignOut } = await show({ hasForms: false });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Account',
    'Billing',
    'Documentation',
    'Switch to dark theme',
    'Sign out',
  ]);
  expect(requests.filter(({ path }) => path.startsWith('/api/v1/forms'))).toEqual([]);
  await userEvent.keyboard('log out{Enter}');
  expect(onSignOut).toHaveBeenCalledOnce();
});

it('switches the theme', async () => {
  await show();
  await userEvent.keyboard('{Control>}k{/Control}theme{Enter}');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
  await userEvent.keyboard('{Control>}k{/Control}theme');
  await screen.findByRole('option', { name: 'Switch to light theme' });
  await userEvent.keyboard('{Enter}');
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
});

interface Scene {
  readonly path?: string;
  readonly forms?: readonly Form[];
  readonly hasForms?: boolean;
  /** Over the page. */
  readonly over?: React.ReactNode;
  /** In its main part. */
  readonly beside?: React.ReactNode;
}

async function show({ path = '/dashboard', forms = [contact, cafe], hasForms = true, over, beside }: Scene = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const onSignOut = vi.fn();
  const app = await renderApp({
    user: buildUser(subscribed),
    path,
    element: (
      <>
        <Commands hasForms={hasForms} hasBilling onSignOut={onSignOut} />
        <main>
          <input aria-label="Note" />
          {beside}
        </main>
        {over && createPortal(over, document.body)}
      </>
    ),
    answers: { '/api/v1/forms?sparkline=true&unread=true': { forms, nextCursor: null } },
  });
  return { ...app, onSignOut };
}
