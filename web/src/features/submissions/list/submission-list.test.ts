import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';
import { describe, expect, it } from 'vitest';
import {
  addNewer,
  addOlder,
  changeRows,
  insertRows,
  listOf,
  newestFirst,
  pagesKept,
  removeRows,
  replaceRows,
  rowsOf,
  type SubmissionList,
  takeNewest,
} from '#features/submissions/list/submission-list.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

// Newest first, as the service returns them; ten at a time.
const count = 400;
const all = Array.from({ length: count }, (_, index) =>
  buildSubmission({ createdAt: new Date(1_800_000_000_000 - index * 1_000).toISOString() }),
);

it('takes over changed rows in their places, and adds none', () => {
  const list = addOlder(listOf(page(0)), 'older-1', page(1));
  const changed = { ...all[12], isChecking: true } as Submission;
  const rows = rowsOf(replaceRows(list, [changed, buildSubmission()]));
  expect(rows).toHaveLength(20);
  expect(rows[12]).toBe(changed);
  expect(rows[11]).toBe(all[11]);
});

it('a row that leaves returns with what was changed meanwhile, also after a look for new ones', () => {
  const isOpen = ({ status }: Submission) => status === 'open';
  const id = all[3]?.id ?? '';
  const left = changeRows(listOf(page(0)), [id], (row) => ({ ...row, status: 'done' }), isOpen);
  expect(rowsOf(left)).toEqual(all.slice(0, 10).filter((row) => row.id !== id));
  const { submissions, ...rest } = page(0);
  const looked = takeNewest(left, {
    ...rest,
    submissions: submissions.filter((row) => row.id !== id),
    nextCursor: null,
  });
  const starred = changeRows(looked, [id], (row) => ({ ...row, isStarred: true }));
  expect(rowsOf(starred)).toEqual(rowsOf(looked));
  const returned = changeRows(starred, [id], (row) => ({ ...row, status: 'open' }), isOpen);
  expect(rowsOf(returned)[3]).toEqual({ ...all[3], isStarred: true });
  expect([left, returned].map(({ found }) => found.total)).toEqual([count - 1, count + 1]);
});

describe('reading on', () => {
  it('adds older pages behind the end, and newer ones in front', () => {
    const list = addOlder(addOlder(listOf(page(0)), 'older-1', page(1)), 'older-2', page(2));
    expect(rowsOf(list)).toEqual(all.slice(0, 30));
    expect(list.pages.at(-1)?.olderCursor).toBe('older-3');
  });

  it('takes no page twice, nor one that belongs to another end', () => {
    const list = addOlder(listOf(page(0)), 'older-1', page(1));
    expect(addOlder(list, 'older-1', page(1))).toBe(list);
    expect(addNewer(list, 'newer-3', page(2))).toBe(list);
  });

  it('drops distant rows, keeps every row in place, and reads dropped rows again', () => {
    let list = readTo(pagesKept + 3);
    expect(list.pages).toHaveLength(pagesKept);
    expect(list.start).toBe(30);
    expect(rowsOf(list)[0]).toBe(all[30]);
    expect(list.marks).toEqual([
      { start: 0, cursor: null },
      { start: 10, cursor: 'older-1' },
      { start: 20, cursor: 'older-2' },
    ]);
    list = addNewer(list, 'newer-3', page(2));
    expect(list.start).toBe(20);
    expect(rowsOf(list)[0]).toBe(all[20]);
    expect(list.pages).toHaveLength(pagesKept);
  });
});

describe('added and removed rows', () => {
  it('puts rows where their time says, also in the middle', () => {
    const [late, ...others] = [all[13], all[0]];
    const without = removeRows(addOlder(listOf(page(0)), 'older-1', page(1)), idsOf([late, ...others]));
    expect(rowsOf(without)).toHaveLength(18);
    expect(rowsOf(insertRows(without, [all[13], all[0]].filter(isThere)))).toEqual(all.slice(0, 20));
  });

  it('changes nothing, not even the object, for known rows and rows older than all', () => {
    const list = listOf(page(0));
    expect(insertRows(list, all.slice(3, 5))).toBe(list);
    expect(rowsOf(insertRows(list, all.slice(20, 21)))).toEqual(all.slice(0, 10));
    expect(removeRows(list, idsOf(all.slice(20, 21)))).toBe(list);
  });

  it('puts the oldest at the end where nothing older is left', () => {
    const list = listOf({ ...page(0), nextCursor: null });
    expect(rowsOf(insertRows(list, all.slice(10, 11)))).toEqual(all.slice(0, 11));
  });

  it('leaves out rows that belong before dropped pages', () => {
    const list = readTo(pagesKept + 3);
    expect(rowsOf(insertRows(list, all.slice(0, 1)))).toEqual(rowsOf(list));
  });
});

describe('the newest page', () => {
  it('comes before the loaded rows', () => {
    const list = takeNewest(listOf({ ...page(0), submissions: all.slice(4, 14) }), page(0));
    expect(rowsOf(list)).toEqual(all.slice(0, 14));
  });

  it('is the truth for its range: missing rows were deleted', () => {
    const newest = { ...page(0), submissions: [all[0], all[2], all[9]].filter(isThere) };
    const list = takeNewest(addOlder(listOf(page(0)), 'older-1', page(1)), newest);
    expect(rowsOf(list)).toEqual([all[0], all[2], all[9], ...all.slice(10, 20)]);
  });

  it('stands alone where there may be a gap, and where it is also the last one', () => {
    const old = listOf(page(5));
    expect(rowsOf(takeNewest(old, page(0)))).toEqual(all.slice(0, 10));
    const list = addOlder(listOf(page(0)), 'older-1', page(1));
    expect(rowsOf(takeNewest(list, { ...page(0), nextCursor: null }))).toEqual(all.slice(0, 10));
  });
});

it('within a moment the ids decide, as the service has it', () => {
  const createdAt = '2026-11-20T14:05:09.000Z';
  const [a, b] = [buildSubmission({ createdAt }), buildSubmission({ createdAt })];
  expect([a, b].sort(newestFirst)).toEqual([b, a]);
});

function page(number: number): SubmissionPage {
  return {
    submissions: all.slice(number * 10, number * 10 + 10),
    nextCursor: `older-${number + 1}`,
    previousCursor: number === 0 ? null : `newer-${number}`,
    total: count,
    totalIsExact: true,
  };
}

function readTo(pages: number): SubmissionList {
  let list = listOf(page(0));
  for (let number = 1; number < pages; number += 1) list = addOlder(list, `older-${number}`, page(number));
  return list;
}

function idsOf(rows: readonly (Submission | undefined)[]): Set<string> {
  return new Set(rows.filter(isThere).map(({ id }) => id));
}

function isThere(row: Submission | undefined): row is Submission {
  return row !== undefined;
}
