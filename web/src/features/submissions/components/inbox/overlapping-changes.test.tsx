import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import {
  calls,
  changed,
  firstPage,
  pageOf,
  show,
  shownRows,
  stubBrowser,
} from '#features/submissions/inbox.test-setup.tsx';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { refusal } from '#lib/app.test-setup.tsx';

const update = `${calls}/submissions/update`;
const starredPage = `${calls}/submissions?starred=true&limit=200`;
const updated = { updated: 1, isComplete: true, previous: [] };

beforeEach(stubBrowser);

it('a count that was read during a change is read again', async () => {
  const [early, sent] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const { requestsTo, live, answer } = await show(['one'], {
    answers: { [`${calls}/counts`]: counts({ unread: 2 }), [update]: sent.promise },
  });
  expect(await screen.findByRole('button', { name: 'Unread 2' })).toBeVisible();
  const before = requestsTo('counts').length;
  answer(`${calls}/counts`, early.promise);
  await live.say(changed(5));
  await waitFor(() => expect(requestsTo('counts')).toHaveLength(before + 1));
  await userEvent.click(document.querySelector('[data-open]') as HTMLElement);
  expect(await screen.findByRole('button', { name: 'Unread 1' })).toBeVisible();
  await act(async () => early.resolve(counts({ unread: 2 })));
  answer(`${calls}/counts`, counts({ unread: 1 }));
  await act(async () => sent.resolve(updated));
  expect(await screen.findByRole('button', { name: 'Unread 1' })).toBeVisible();
  expect(requestsTo('counts')).toHaveLength(before + 2);
});

it('a count that was read before a change is not read again', async () => {
  const { requestsTo } = await show(['one'], { answers: { [`${calls}/counts`]: counts({ unread: 2 }) } });
  expect(await screen.findByRole('button', { name: 'Unread 2' })).toBeVisible();
  await userEvent.click(document.querySelector('[data-open]') as HTMLElement);
  expect(await screen.findByRole('button', { name: 'Unread 1' })).toBeVisible();
  await waitFor(() => expect(requestsTo('update')).toHaveLength(1));
  await act(async () => undefined);
  expect(requestsTo('counts')).toHaveLength(1);
});

it('a submission that a link opens counts as read, even in counts and a list that were requested before', async () => {
  const row = buildSubmission({ data: { name: 'one' } });
  const [list, early, sent] = [0, 1, 2].map(() => Promise.withResolvers<unknown>());
  const { requestsTo, answer } = await show([], {
    list: list?.promise as Promise<unknown>,
    path: `?submission=${row.id}`,
    answers: {
      [`${calls}/submissions/${row.id}`]: row,
      [`${calls}/counts`]: early?.promise,
      [update]: sent?.promise,
    },
  });
  await waitFor(() => expect(requestsTo('update')).toHaveLength(1));
  answer(`${calls}/counts`, counts({ unread: 7 }));
  answer(firstPage, pageOf([{ ...row, isRead: true }]));
  early?.resolve(counts({ unread: 8 }));
  list?.resolve(pageOf([row]));
  sent?.resolve(updated);
  expect(await screen.findByRole('button', { name: 'Unread 7' })).toBeVisible();
  await waitFor(() => expect(shownRows()).toEqual(['one']));
  expect(screen.getByRole('button', { name: 'Mark as unread' })).toBeVisible();
});

it('an undo keeps what was changed since', async () => {
  const { requestsTo } = await show(['one', 'two']);
  act(() => document.querySelector<HTMLElement>('tr[data-row] [data-open]')?.focus());
  await userEvent.keyboard('e');
  await userEvent.click(stars()[0] as HTMLElement);
  expect(stars()[0]).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(requestsTo('update')).toHaveLength(2));
  expect(stars()[0]).toBeChecked();
});

it('a refused change keeps what was changed since', async () => {
  const first = Promise.withResolvers<unknown>();
  const { requestsTo, answer } = await show(['one', 'two'], { answers: { [update]: first.promise } });
  act(() => document.querySelector<HTMLElement>('tr[data-row] [data-open]')?.focus());
  await userEvent.keyboard('e');
  await waitFor(() => expect(requestsTo('update')).toHaveLength(1));
  answer(update, updated);
  await userEvent.click(stars()[0] as HTMLElement);
  first.resolve(refusal(503, 'unavailable', 'Try again in a moment'));
  expect(await screen.findByText(/^Nothing was changed\./)).toBeVisible();
  await waitFor(() => expect(requestsTo('update')).toHaveLength(2));
  expect(stars()[0]).toBeChecked();
});

it('a dimmed row shows its change, and so does the list that was requested before', async () => {
  const early = Promise.withResolvers<unknown>();
  const { rows, requestsTo, answer } = await show(['one'], { answers: { [starredPage]: early.promise } });
  await userEvent.click(screen.getByRole('button', { name: 'Starred' }));
  await waitFor(() => expect(requestsTo('starred=true&limit=200')).toHaveLength(1));
  await userEvent.click(stars()[0] as HTMLElement);
  expect(stars()[0]).toBeChecked();
  answer(starredPage, pageOf(rows.map((row) => ({ ...row, isStarred: true }))));
  early.resolve(pageOf(rows));
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  expect(stars()[0]).toBeChecked();
});

it('two changes of a row are sent one after another, and those of other rows at once', async () => {
  const first = Promise.withResolvers<unknown>();
  const { rows, requestsTo, answer } = await show(['one', 'two'], { answers: { [update]: first.promise } });
  const [star, other] = stars();
  await userEvent.click(star as HTMLElement);
  await waitFor(() => expect(requestsTo('update')).toHaveLength(1));
  answer(update, updated);
  await userEvent.click(star as HTMLElement);
  await userEvent.click(other as HTMLElement);
  expect(requestsTo('update').map(({ body }) => body)).toEqual([
    { ids: [rows[0]?.id], set: { isStarred: true } },
    { ids: [rows[1]?.id], set: { isStarred: true } },
  ]);
  await act(async () => first.resolve(updated));
  await waitFor(() => expect(requestsTo('update')).toHaveLength(3));
  expect(requestsTo('update')[2]?.body).toEqual({ ids: [rows[0]?.id], set: { isStarred: false } });
});

it('the result of a check leaves the rest of the row as it is', async () => {
  const row = buildSubmission({ data: { name: 'one' }, isChecking: true });
  const result = Promise.withResolvers<unknown>();
  await show([], {
    list: Promise.resolve(pageOf([row])),
    answers: { [`${calls}/submissions/${row.id}`]: result.promise },
  });
  await waitFor(() => expect(shownRows()).toEqual(['one']));
  await userEvent.click(stars()[0] as HTMLElement);
  result.resolve({ ...row, isChecking: false });
  await waitFor(() => expect(screen.queryByText('Checking')).not.toBeInTheDocument());
  expect(stars()[0]).toBeChecked();
});

function stars(): HTMLElement[] {
  return screen.getAllByRole('switch', { name: /^Star/ });
}

function counts(own: object) {
  return { inbox: 0, unread: 0, unreadIsExact: true, spam: 0, flagged: 0, refused: 0, tags: [], ...own };
}
