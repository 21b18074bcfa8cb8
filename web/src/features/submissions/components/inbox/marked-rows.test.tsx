import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import {
  calls,
  changed,
  chooseFirst,
  deleteFirst,
  firstPage,
  pageOf,
  show,
  shownRows,
  stubBrowser,
} from '#features/submissions/inbox.test-setup.tsx';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

beforeEach(stubBrowser);

it('a page from before a mark does not bring the row back, and a later one does once somebody has released it', async () => {
  const { rows, requestsTo, live, answer } = await show(['one', 'two'], {
    answers: { [`${calls}/submissions/mark`]: { count: 1 } },
  });
  await chooseFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as spam' }));
  const pagesRead = () => requestsTo('submissions?limit=200').length;
  const readBefore = pagesRead();
  const late = Promise.withResolvers<unknown>();
  answer(firstPage, late.promise);
  await live.say(changed(3));
  await waitFor(() => expect(pagesRead()).toBe(readBefore + 1));
  answer(firstPage, pageOf(rows.slice(1)));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(requestsTo('mark')).toHaveLength(1));
  // The counts are read again once the service has the mark.
  await waitFor(() => expect(requestsTo('counts').length).toBeGreaterThan(2));
  await act(async () => late.resolve(pageOf(rows)));
  await waitFor(() => expect(pagesRead()).toBe(readBefore + 2));
  expect(shownRows()).toEqual(['two']);

  answer(firstPage, pageOf(rows));
  await live.say(changed(2));
  await waitFor(() => expect(shownRows()).toEqual(['one', 'two']));
});

it('a waiting row counts once, on whatever page it is', async () => {
  const { rows, requestsTo, live, answer } = await show(['one', 'two']);
  await deleteFirst();
  expect(screen.getByText('1 submission')).toBeVisible();
  // The service has three: the newest page shows a new one, and the deleted one is on another.
  const page = { ...pageOf([buildSubmission({ data: { name: 'new' } })]), total: 3, nextCursor: 'older' };
  answer(firstPage, page);
  answer(`${calls}/submissions?limit=200&cursor=older`, pageOf(rows));
  await live.say(changed(3));
  await waitFor(() => expect(shownRows()).toContain('new'));
  expect(screen.getByText('2 submissions')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('3 submissions')).toBeVisible();
  expect(requestsTo('delete')).toEqual([]);
});

it('Undo leaves a list alone to which the row does not belong', async () => {
  const { requestsTo } = await show(['one', 'two'], {
    answers: { [`${calls}/submissions?starred=true&limit=200`]: pageOf([]) },
  });
  await deleteFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Starred' }));
  expect(await screen.findByText('0 results')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(requestsTo('starred=true&limit=200')).toHaveLength(2));
  expect(shownRows()).toEqual([]);
});
