import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';
import { describe, expect, it } from 'vitest';
import { arrivedIds, type LoadedSubmissions, mergeLatest } from '#features/submissions/merge-latest.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

// Newest first, as the service answers: `s0` is the newest.
const all = Array.from({ length: 10 }, () => buildSubmission());

describe('merging the newest page', () => {
  it('puts what is new in front of what was loaded', () => {
    const merged = mergeLatest(loadedFrom([slice(2, 5, 's4')]), slice(0, 3, 's2'));
    expect(ids(merged)).toEqual(idsOf(all.slice(0, 5)));
    expect(merged.pages.at(-1)?.nextCursor).toBe('s4');
  });

  it('keeps every further page, and the place where the next one begins', () => {
    const merged = mergeLatest(loadedFrom([slice(1, 4, 's3'), slice(4, 7, 's6')]), slice(0, 3, 's2'));
    expect(ids(merged)).toEqual(idsOf(all.slice(0, 7)));
    expect(merged.pages.at(-1)?.nextCursor).toBe('s6');
  });

  it('changes nothing, not even the object, when nothing has changed', () => {
    const loaded = loadedFrom([slice(0, 3, 's2'), slice(3, 6, 's5')]);
    expect(mergeLatest(loaded, slice(0, 3, 's2'))).toBe(loaded);
  });

  it('takes the new total', () => {
    const merged = mergeLatest(loadedFrom([slice(0, 3, 's2')]), { ...slice(0, 3, 's2'), total: 99 });
    expect(merged.pages[0]?.total).toBe(99);
  });

  it('drops what was loaded when so many came that there may be a gap', () => {
    const merged = mergeLatest(loadedFrom([slice(5, 8, 's7')]), slice(0, 3, 's2'));
    expect(ids(merged)).toEqual(idsOf(all.slice(0, 3)));
    expect(merged.pages.at(-1)?.nextCursor).toBe('s2');
  });

  it('lets go of what was deleted elsewhere', () => {
    const loaded = loadedFrom([slice(0, 4, 's3'), slice(4, 6, null)]);
    const latest = {
      submissions: [all[0], all[2], all[3], all[4]].filter(isThere),
      nextCursor: 's4',
      previousCursor: null,
      total: 9,
    };
    expect(ids(mergeLatest(loaded, latest))).toEqual(idsOf([all[0], all[2], all[3], all[4], all[5]].filter(isThere)));
  });

  it('believes a newest page that is also the last one', () => {
    const merged = mergeLatest(loadedFrom([slice(0, 3, null)]), {
      submissions: [],
      nextCursor: null,
      previousCursor: null,
      total: 0,
    });
    expect(merged.pages).toEqual([{ submissions: [], nextCursor: null, previousCursor: null, total: 0 }]);
  });

  it('lets go of everything older than a newest page that is also the last one', () => {
    const merged = mergeLatest(loadedFrom([slice(0, 3, 's2'), slice(3, 6, null)]), { ...slice(0, 2, null), total: 2 });
    expect(merged.pages).toEqual([{ ...slice(0, 2, null), total: 2 }]);
  });

  it('puts one that was stored late where it belongs', () => {
    const loaded = loadedFrom([page([all[0], all[2], all[3]].filter(isThere), null)]);
    expect(ids(mergeLatest(loaded, slice(0, 4, null)))).toEqual(idsOf(all.slice(0, 4)));
  });
});

it('what has arrived is what was not loaded before', () => {
  expect(arrivedIds(loadedFrom([slice(2, 5, null)]), slice(0, 4, null))).toEqual(idsOf(all.slice(0, 2)));
});

function slice(from: number, to: number, nextCursor: string | null): SubmissionPage {
  return page(all.slice(from, to), nextCursor);
}

function page(submissions: Submission[], nextCursor: string | null): SubmissionPage {
  return { submissions, nextCursor, previousCursor: null, total: all.length };
}

function loadedFrom(pages: SubmissionPage[]): LoadedSubmissions {
  return { pages, pageParams: pages.map((_, index) => pages[index - 1]?.nextCursor ?? null) };
}

function ids({ pages }: LoadedSubmissions): string[] {
  return idsOf(pages.flatMap(({ submissions }) => submissions));
}

function idsOf(submissions: readonly Submission[]): string[] {
  return submissions.map(({ id }) => id);
}

function isThere(submission: Submission | undefined): submission is Submission {
  return submission !== undefined;
}
