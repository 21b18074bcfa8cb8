import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
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
import { keepChoice } from '#features/submissions/kept-choice.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { refusal } from '#lib/app.test-setup.tsx';

const openPage = `${calls}/submissions?status=open&limit=200`;

beforeEach(() => {
  stubBrowser();
  return () => keepChoice('hide-done', false);
});

it('is off at first, asks for open submissions once it is on, and stays on in this browser', async () => {
  const done = buildSubmission({ data: { name: 'done' }, status: 'done' });
  const open = buildSubmission({ data: { name: 'open' } });
  await show([], { list: Promise.resolve(pageOf([done, open])), answers: { [openPage]: pageOf([open]) } });
  await waitFor(() => expect(shownRows()).toEqual(['done', 'open']));
  const button = screen.getByRole('button', { name: 'Hide done' });
  expect(button).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(button);
  await waitFor(() => expect(shownRows()).toEqual(['open']));
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('1 open submission')).toBeVisible();
  expect(localStorage.getItem('inlet-hide-done')).toBe('on');
  await userEvent.click(button);
  await waitFor(() => expect(shownRows()).toEqual(['done', 'open']));
  expect(localStorage.getItem('inlet-hide-done')).toBeNull();
});

it('a choice lasts until the page is left where storage is forbidden', async () => {
  const open = buildSubmission({ data: { name: 'open' } });
  await show(['one'], { answers: { [openPage]: pageOf([open]) } });
  const storage = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new Error('Forbidden');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Hide done' }));
  await waitFor(() => expect(shownRows()).toEqual(['open']));
  keepChoice('hide-done', false);
  storage.mockRestore();
});

it('a status that the address asks for is shown, until done submissions are hidden again', async () => {
  const done = buildSubmission({ data: { name: 'done' }, status: 'done' });
  keepChoice('hide-done', true);
  const { requestsTo } = await show(['one'], {
    path: '?status=done',
    answers: { [`${calls}/submissions?status=done&limit=200`]: pageOf([done]), [openPage]: pageOf([]) },
  });
  await waitFor(() => expect(shownRows()).toEqual(['done']));
  expect(requestsTo('status=open&limit=200')).toEqual([]);
  const button = screen.getByRole('button', { name: 'Hide done' });
  expect(button).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
  expect(button).toHaveAttribute('aria-pressed', 'true');
});

it('a row that is marked as done leaves at once, the next one has the focus, and Undo brings it back', async () => {
  const previous = [{ id: 'two', status: 'open' }];
  const { rows, requestsTo } = await showOpen(['one', 'two', 'three'], {
    [`${calls}/submissions/update`]: { updated: 1, isComplete: true, previous },
  });
  focusRow(1);
  await userEvent.keyboard('e');
  expect(shownRows()).toEqual(['one', 'three']);
  expect(focusedRow()).toBe('three');
  expect(screen.getByText('2 open submissions')).toBeVisible();
  expect(screen.getByText('1 submission marked as done')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(shownRows()).toEqual(['one', 'two', 'three']);
  await waitFor(() => expect(requestsTo('update')).toHaveLength(2));
  expect(requestsTo('update').map(({ body }) => body)).toEqual([
    { ids: [rows[1]?.id], set: { status: 'done' } },
    { restore: previous },
  ]);
});

it('a page that was asked for before the change does not bring the row or its count back', async () => {
  const early = Promise.withResolvers<unknown>();
  const { rows, live, requestsTo, answer } = await showOpen(['one', 'two']);
  const [one, two] = rows;
  const looks = requestsTo('status=open&limit=200').length;
  answer(openPage, early.promise);
  await live.say(changed(3));
  await waitFor(() => expect(requestsTo('status=open&limit=200')).toHaveLength(looks + 1));
  focusRow(0);
  await userEvent.keyboard('e');
  answer(openPage, pageOf(two ? [two] : []));
  early.resolve(pageOf(one && two ? [one, two] : []));
  await waitFor(() => expect(requestsTo('status=open&limit=200')).toHaveLength(looks + 2));
  await act(async () => undefined);
  expect(shownRows()).toEqual(['two']);
  expect(screen.getByText('1 open submission')).toBeVisible();
});

it('a page that was asked for before an undo does not take the row out again', async () => {
  const early = Promise.withResolvers<unknown>();
  const { rows, live, requestsTo, answer } = await showOpen(['one', 'two']);
  focusRow(0);
  await userEvent.keyboard('e');
  await waitFor(() => expect(requestsTo('update')).toHaveLength(1));
  const looks = requestsTo('status=open&limit=200').length;
  answer(openPage, early.promise);
  await live.say(changed(3));
  await waitFor(() => expect(requestsTo('status=open&limit=200')).toHaveLength(looks + 1));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(shownRows()).toEqual(['one', 'two']);
  answer(openPage, pageOf(rows));
  early.resolve(pageOf(rows.slice(1)));
  await waitFor(() => expect(requestsTo('status=open&limit=200')).toHaveLength(looks + 2));
  await act(async () => undefined);
  expect(shownRows()).toEqual(['one', 'two']);
});

it('an undone row is shown with another filter too', async () => {
  const starred = `${calls}/submissions?starred=true&status=open&limit=200`;
  const { rows, requestsTo, answer } = await showOpen(['one', 'two'], {
    [starred]: pageOf([]),
    [`${calls}/submissions/update`]: { updated: 1, isComplete: true, previous: [{ id: 'one', status: 'open' }] },
  });
  focusRow(0);
  await userEvent.keyboard('e');
  await userEvent.click(screen.getByRole('button', { name: 'Starred' }));
  await waitFor(() => expect(shownRows()).toEqual([]));
  answer(starred, pageOf(rows.slice(0, 1)));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shownRows()).toEqual(['one']));
  expect(requestsTo('update')).toHaveLength(2);
});

it('a list is read after a change that is under way', async () => {
  const sent = Promise.withResolvers<unknown>();
  const starred = `${calls}/submissions?starred=true&status=open&limit=200`;
  const { rows, requestsTo, answer } = await showOpen(['one', 'two'], {
    [`${calls}/submissions/update`]: sent.promise,
    [starred]: pageOf([]),
  });
  answer(starred, pageOf(rows));
  focusRow(0);
  await userEvent.keyboard('e');
  await userEvent.click(screen.getByRole('button', { name: 'Starred' }));
  expect(requestsTo('starred=true&status=open&limit=200')).toEqual([]);
  answer(starred, pageOf(rows.slice(1)));
  await act(async () => sent.resolve({ updated: 1, isComplete: true, previous: [] }));
  await waitFor(() => expect(requestsTo('starred=true&status=open&limit=200')).toHaveLength(1));
  await waitFor(() => expect(shownRows()).toEqual(['two']));
});

it('a row comes back when its change is refused', async () => {
  const busy = refusal(503, 'unavailable', 'Try again in a moment');
  await showOpen(['one', 'two'], { [`${calls}/submissions/update`]: busy });
  focusRow(0);
  await userEvent.keyboard('e');
  expect(await screen.findByText(/^Nothing was changed\./)).toBeVisible();
  expect(shownRows()).toEqual(['one', 'two']);
});

it('says when all is done, and shows what is done', async () => {
  const { answer } = await showOpen(['one', 'two']);
  await chooseFirst();
  await userEvent.keyboard('*');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByRole('heading', { name: 'All done' })).toBeVisible();
  // The filters are still there.
  expect(screen.getByRole('searchbox').closest('.hidden')).toBeNull();
  answer(firstPage, pageOf([buildSubmission({ data: { name: 'finished' }, status: 'done' })]));
  await userEvent.click(screen.getByRole('button', { name: 'Show done' }));
  await waitFor(() => expect(shownRows()).toEqual(['finished']));
});

it('a form without submissions waits for the first one, and has nothing that is done', async () => {
  keepChoice('hide-done', true);
  await show([], { list: forever(), answers: { [openPage]: pageOf([]) } });
  expect(await screen.findByRole('heading', { name: 'No submissions yet' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'All done' })).not.toBeInTheDocument();
});

it('the details go on to the next submission, and close after the last one', async () => {
  await showOpen(['one', 'two']);
  focusRow(0);
  await userEvent.keyboard('{Enter}');
  const details = await screen.findByRole('dialog', { name: 'Submission Details' });
  await userEvent.click(await within(details).findByRole('button', { name: 'Done' }));
  expect(await within(details).findByRole('heading', { name: 'two' })).toBeVisible();
  expect(screen.getByText('1 submission marked as done')).toBeVisible();
  expect(shownRows()).toEqual(['two']);
  await userEvent.click(within(details).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(details).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'All done' })).toBeVisible();
});

/** A list of open submissions, with the done ones hidden. */
async function showOpen(names: readonly string[], answers: Record<string, unknown> = {}) {
  const rows = names.map((name, index) =>
    buildSubmission({ data: { name }, createdAt: `2026-11-20T14:05:0${9 - index}.000Z` }),
  );
  const scene = await show(names, { answers: { [openPage]: pageOf(rows), ...answers } });
  await userEvent.click(screen.getByRole('button', { name: 'Hide done' }));
  await waitFor(() => expect(document.querySelector(`[data-row="${rows[0]?.id}"]`)).not.toBeNull());
  return { ...scene, rows };
}

function focusRow(index: number): void {
  act(() => document.querySelectorAll<HTMLElement>('tr[data-row] [data-open]')[index]?.focus());
}

function focusedRow(): string | undefined {
  return document.activeElement?.closest('tr')?.querySelector('[data-open] bdi')?.textContent;
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}
