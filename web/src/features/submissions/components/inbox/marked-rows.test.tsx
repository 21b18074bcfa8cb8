import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import {
  calls,
  changed,
  chooseFirst,
  firstPage,
  pageOf,
  show,
  shownRows,
  stubBrowser,
} from '#features/submissions/inbox.test-setup.tsx';

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
