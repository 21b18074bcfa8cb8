import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { calls, show, shownRows, stubBrowser } from '#features/submissions/inbox.test-setup.tsx';

beforeEach(stubBrowser);

const keysThatChange = ['x', 'X', '*', '#', '{Delete}', 's', 'u', 'f', 'e', 'z'];

it('a viewer finds nothing to select or to star, and no way to change columns', async () => {
  await show(['one', 'two'], { role: 'viewer' });
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.queryAllByRole('switch')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Columns' })).not.toBeInTheDocument();
  expect(screen.queryAllByRole('separator')).toEqual([]);
  const row = document.querySelector('tr[data-row]');
  expect(row).not.toHaveAttribute('aria-selected');
  expect(row?.querySelectorAll('td')).toHaveLength(document.querySelectorAll('thead th').length);
});

it('an editor finds all of them', async () => {
  await show(['one', 'two'], { role: 'editor' });
  expect(screen.getAllByRole('checkbox')).toHaveLength(3);
  expect(screen.getAllByRole('switch')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Columns' })).toBeVisible();
});

it('no key of a viewer changes anything, in the list or in the details', async () => {
  const { requestsTo } = await show(['one', 'two'], { role: 'viewer' });
  act(() => document.querySelector<HTMLElement>('tr[data-row] [data-open]')?.focus());
  await userEvent.keyboard(keysThatChange.join(''));
  expect(shownRows()).toEqual(['one', 'two']);
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  const details = await screen.findByRole('dialog', { name: 'Submission Details' });
  expect(await within(details).findByRole('heading', { name: 'one' })).toBeVisible();
  await userEvent.click(within(details).getByRole('button', { name: 'Older submission' }));
  await userEvent.keyboard(keysThatChange.join(''));
  expect(await within(details).findByRole('heading', { name: 'two' })).toBeVisible();
  expect(shownRows()).toEqual(['one', 'two']);
  expect([...requestsTo('update'), ...requestsTo('delete'), ...requestsTo('mark')]).toEqual([]);
});

it('the list of keys leaves out those that do nothing', async () => {
  await show(['one'], { role: 'viewer' });
  await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(help).getByText('Search')).toBeVisible();
  expect(within(help).queryByText('Delete', { selector: 'dd' })).not.toBeInTheDocument();
  expect(within(help).queryByText(/^Select/)).not.toBeInTheDocument();
});

const view = { id: 'v-1', name: 'Urgent', filter: { q: 'urgent' } };

it.each([
  ['viewer', ['Urgent']],
  ['editor', ['Urgent', 'Edit views…', 'Mark all as read']],
] as const)('the menu of views, for the role %s', async (role, items) => {
  await show(['one'], { role, answers: { [`${calls}/views`]: { views: [view] } } });
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await screen.findByRole('menuitem', { name: 'Urgent' });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
});
