import { act, screen, waitFor, within } from '@testing-library/react';
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
import { refusal } from '#lib/app.test-setup.tsx';

beforeEach(stubBrowser);

it('rows wait for the columns, which have their labels at once', async () => {
  const fields = Promise.withResolvers<unknown>();
  const list = Promise.resolve(pageOf([buildSubmission({ data: { full_name: 'Ada' } })]));
  await show([], { list, answers: { [`${calls}/fields`]: fields.promise } });
  expect(await screen.findByText('1 submission')).toBeVisible();
  expect(screen.getByRole('status', { name: 'Loading submissions' })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'full_name' })).not.toBeInTheDocument();
  const field = { name: 'full_name', label: 'Full name', type: 'text', seen: 1, shown: true, width: null };
  await act(async () => fields.resolve({ fields: [field] }));
  expect(await screen.findByRole('columnheader', { name: 'Full name' })).toBeVisible();
});

it('columns are guessed from the rows if the saved ones cannot be read', async () => {
  const list = Promise.resolve(pageOf([buildSubmission({ data: { full_name: 'Ada' } })]));
  await show([], { list, answers: { [`${calls}/fields`]: refusal(503, 'unavailable', 'Try again in a moment') } });
  expect(await screen.findByRole('columnheader', { name: 'full_name' })).toBeVisible();
});

it('a deletion that is taken back is never sent, and the rows are where they were', async () => {
  const { requestsTo } = await show(['one', 'two', 'three']);
  await deleteFirst();
  expect(shownRows()).toEqual(['two', 'three']);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(shownRows()).toEqual(['one', 'two', 'three']);
  expect(screen.queryByText('1 submission deleted')).not.toBeInTheDocument();
  expect(requestsTo('delete')).toEqual([]);
});

it('a tab that is closed sends the waiting change with keepalive', async () => {
  const { rows, requestsTo } = await show(['one', 'two']);
  await deleteFirst();
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(requestsTo('delete')).toHaveLength(1));
  expect(requestsTo('delete')).toMatchObject([{ body: { ids: [rows[0]?.id] }, isKeptAlive: true }]);
});

it.each([
  ['another folder', 'Spam'],
  ['another page', 'Away'],
])('going to %s sends what waits', async (_, link) => {
  const { requestsTo } = await show(['one', 'two']);
  await deleteFirst();
  await userEvent.click(screen.getByRole('link', { name: link }));
  await waitFor(() => expect(requestsTo('delete')).toHaveLength(1));
});

it('says why nothing leaves the spam folder when the month is full, and shows it where it was', async () => {
  const { rows, requestsTo, answer } = await show(['one', 'two'], { path: '/spam' });
  expect(await screen.findByText('Spam is deleted after 90 days.')).toBeVisible();
  await waitFor(() => expect(shownRows()).toEqual(['one', 'two']));
  const sentence = 'Monthly submission limit reached (100). Upgrade your plan or wait until next month.';
  answer(`${calls}/submissions/mark`, refusal(429, 'submission_limit_reached', sentence));
  await chooseFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Not spam' }));
  expect(shownRows()).toEqual(['two']);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(await screen.findByText(`Nothing was marked. ${sentence}`)).toBeVisible();
  expect(requestsTo('mark')).toMatchObject([{ body: { ids: [rows[0]?.id], isSpam: false } }]);
  expect(shownRows()).toEqual(['one', 'two']);
});

it('offers what is similar after one was marked as spam, and marks what is chosen of it', async () => {
  const { rows, requestsTo, answer } = await show(['one', 'two', 'three']);
  const [one, two, three] = rows;
  answer(`${calls}/submissions/${one?.id}/similar`, { ids: [two?.id, three?.id] });
  answer(`${calls}/submissions/mark`, { count: 1 });
  await chooseFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as spam' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Review 2 similar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Similar submissions' });
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: /three/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark 1 submission as spam' }));
  expect(shownRows()).toEqual(['three']);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(requestsTo('mark')).toHaveLength(2));
  expect(requestsTo('mark').map(({ body }) => body)).toEqual([
    { ids: [one?.id], isSpam: true },
    { ids: [two?.id], isSpam: true },
  ]);
});

it('offers nothing similar once the mark is taken back', async () => {
  const { rows, answer } = await show(['one', 'two']);
  answer(`${calls}/submissions/${rows[0]?.id}/similar`, { ids: [rows[1]?.id] });
  await chooseFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as spam' }));
  expect(await screen.findByRole('button', { name: 'Review 1 similar' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Review 1 similar' })).not.toBeInTheDocument());
});

it('follows what is being checked: it stays with its result, or leaves as spam', async () => {
  const [good, caught] = ['good', 'caught'].map((name) => buildSubmission({ data: { name }, isChecking: true }));
  const { answer } = await show([], {
    list: Promise.resolve(pageOf([good, caught].filter((row) => row !== undefined))),
  });
  answer(`${calls}/submissions/${good?.id}`, { ...good, isChecking: false });
  answer(`${calls}/submissions/${caught?.id}`, { ...caught, isChecking: false, isSpam: true });
  expect(await screen.findAllByText('Checking')).not.toHaveLength(0);
  await waitFor(() => expect(shownRows()).toEqual(['good']));
  expect(screen.queryByText('Checking')).not.toBeInTheDocument();
});

it('follows files that are being scanned, in the submission that is open', async () => {
  const file = { id: 'a', field: 'cv', name: 'cv.pdf', type: 'application/pdf', size: 1_000, url: null };
  const row = buildSubmission({ data: { name: 'one' }, files: [{ ...file, state: 'scanning' as const }] });
  const { answer } = await show([], { list: Promise.resolve(pageOf([row])), path: `?submission=${row.id}` });
  const available = { ...file, state: 'available' as const, url: 'https://files.example/a' };
  answer(`${calls}/submissions/${row.id}`, { ...row, files: [available] });
  expect(await screen.findByRole('button', { name: 'Download cv.pdf' })).toBeVisible();
});

it('teaches the filter that a flagged submission is none', async () => {
  const spam = { score: 0.93, reasons: [{ name: 'links' as const, points: 0.93 }], isFlagged: true };
  const row = buildSubmission({ data: { name: 'one' }, spam });
  const { requestsTo, answer } = await show([], {
    list: Promise.resolve(pageOf([row])),
    path: `?submission=${row.id}`,
  });
  answer(`${calls}/submissions/mark`, { count: 0 });
  await userEvent.click(await screen.findByRole('button', { name: 'Not spam' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Not spam' })).not.toBeInTheDocument());
  expect(requestsTo('mark')).toMatchObject([{ body: { ids: [row.id], isSpam: false } }]);
  expect(shownRows()).toEqual(['one']);
});

it('a row that was deleted a moment ago does not come back with the next look', async () => {
  const { requestsTo, live } = await show(['one', 'two']);
  await deleteFirst();
  const looksBefore = requestsTo('submissions?limit=200').length;
  await live.say(changed(3));
  await waitFor(() => expect(requestsTo('submissions?limit=200')).toHaveLength(looksBefore + 1));
  await act(async () => undefined);
  expect(shownRows()).toEqual(['two']);
});

it('reads again when something came, and not for a total that it knows already', async () => {
  const { requestsTo, live } = await show(['one']);
  const reads = () => requestsTo('submissions?limit=200').length;
  await live.say(changed(1));
  await live.say(changed(2));
  await waitFor(() => expect(reads()).toBe(2));
  // The same total again: one submission arrived and another was deleted.
  await live.say(changed(2));
  await waitFor(() => expect(reads()).toBe(3));
});

it('reads again when the list is loaded after something came', async () => {
  const late = Promise.withResolvers<unknown>();
  const { requestsTo, live } = await show(['one'], { list: late.promise });
  await waitFor(() => expect(requestsTo('live')).toHaveLength(1));
  await live.say(changed(1));
  expect(requestsTo('submissions?limit=200')).toHaveLength(1);
  late.resolve(pageOf([]));
  await waitFor(() => expect(requestsTo('submissions?limit=200')).toHaveLength(2));
});

it('offers filters where there is something to filter', async () => {
  const { live, answer } = await show([]);
  expect(await screen.findByRole('heading', { name: 'No submissions yet' })).toBeVisible();
  expect(screen.getByRole('searchbox', { hidden: true }).closest('.hidden')).not.toBeNull();
  const first = buildSubmission({ data: { name: 'first' } });
  answer(firstPage, pageOf([first]));
  await live.say(changed(1));
  await waitFor(() => expect(shownRows()).toEqual(['first']));
  expect(screen.getByRole('searchbox').closest('.hidden')).toBeNull();
});

it('keeps the search box in place while the search is cleared', async () => {
  const late = Promise.withResolvers<unknown>();
  const { answer } = await show(['one'], { path: '?q=nothing' });
  expect(await screen.findByRole('heading', { name: 'No submissions found' })).toBeVisible();
  answer(firstPage, late.promise);
  await userEvent.type(screen.getByRole('searchbox'), '{Escape}');
  expect(screen.getByRole('searchbox').closest('.hidden')).toBeNull();
  late.resolve(pageOf([buildSubmission({ data: { name: 'one' } })]));
  await waitFor(() => expect(shownRows()).toEqual(['one']));
});

it('takes back that all was marked as read, the latest request first', async () => {
  const [first, second] = [1, 2].map((n) => ({ changeId: `01934f6e-5a7c-7000-8000-00000000000${n}` }));
  const update = `${calls}/submissions/update`;
  const { requestsTo, answer } = await show(['one'], {
    answers: {
      [update]: () => {
        answer(update, { updated: 1, isComplete: true, undo: second });
        return Response.json({ updated: 1, isComplete: false, undo: first });
      },
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark all as read' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(requestsTo('update')).toHaveLength(4));
  const body = { filter: {}, set: { isRead: true } };
  expect(requestsTo('update')).toMatchObject([
    { body },
    { body },
    { body: { undo: second } },
    { body: { undo: first } },
  ]);
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

it.each([
  ['u', 'Mark as read', { isRead: true }],
  ['f', 'Star', { isStarred: true }],
  ['e', 'Done', { status: 'done' }],
])(
  'the key %s does with everything what the button "%s" does, whatever the loaded rows are',
  async (key, name, set) => {
    const row = buildSubmission({ data: { name: 'one' }, isRead: true, isStarred: true, status: 'done' });
    const { requestsTo } = await show([], {
      list: Promise.resolve({ ...pageOf([row]), nextCursor: 'c1' }),
      answers: { [`${firstPage}&cursor=c1`]: new Promise(() => undefined) },
    });
    await waitFor(() => expect(shownRows()).toEqual(['one']));
    const selectEverything = async () => {
      await chooseFirst();
      await userEvent.click(screen.getByRole('button', { name: 'Select all submissions' }));
    };
    await selectEverything();
    await userEvent.click(screen.getByRole('button', { name }));
    await selectEverything();
    act(() => document.querySelector<HTMLElement>('[data-open]')?.focus());
    await userEvent.keyboard(key);
    await waitFor(() => expect(requestsTo('update')).toHaveLength(2));
    const body = { filter: {}, set };
    expect(requestsTo('update')).toMatchObject([{ body }, { body }]);
  },
);

it('shows a submission whole that the list has cut', async () => {
  const row = buildSubmission({ data: { note: 'the beginning' }, isTruncated: true });
  const { isTruncated: _cut, ...rest } = row;
  const whole = Promise.withResolvers<unknown>();
  await show([], {
    list: whole.promise,
    path: `?submission=${row.id}`,
    answers: { [`${calls}/submissions/${row.id}`]: { ...rest, data: { note: 'the beginning and the end' } } },
  });
  whole.resolve(pageOf([row]));
  // The list may show it too: a row that was read gets the state of the service.
  const panel = await screen.findByRole('dialog', { name: 'Submission Details' });
  expect(await within(panel).findByText('the beginning and the end')).toBeVisible();
});

it('reads on after short pages, and no farther than the reader may soon scroll', async () => {
  const requested = await showShortPages(40);
  await waitFor(() => expect(shownRows()).toContain('row 20'));
  // If reading does not stop, each response requests the next page before many frames have passed.
  for (let [seen, quietFrames] = [0, 0]; quietFrames < 30; quietFrames += 1) {
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    if (requested() > seen) [seen, quietFrames] = [requested(), 0];
  }
  expect(requested()).toBeLessThan(20);
});

/** Builds a list of pages with four rows each; returns how many pages were requested. */
async function showShortPages(count: number): Promise<() => number> {
  const path = (page: number) => `${firstPage}${page === 0 ? '' : `&cursor=c${page}`}`;
  const row = (number: number) => {
    const createdAt = new Date(Date.UTC(2026, 10, 20) - number * 1_000).toISOString();
    return buildSubmission({ data: { name: `row ${number}` }, createdAt });
  };
  const answers = Array.from({ length: count }, (_, page) => {
    const rows = [0, 1, 2, 3].map((index) => row(4 * page + index));
    const nextCursor = page + 1 < count ? `c${page + 1}` : null;
    return [path(page), { ...pageOf(rows), nextCursor, previousCursor: page === 0 ? null : `n${page}` }] as const;
  });
  const { requestsTo, answer } = await show([], { list: Promise.resolve(answers[0]?.[1]) });
  for (const [at, page] of answers.slice(1)) answer(at, page);
  return () => answers.filter(([at]) => requestsTo(at).length > 0).length;
}
