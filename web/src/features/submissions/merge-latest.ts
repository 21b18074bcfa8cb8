import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';

export interface LoadedSubmissions {
  pages: SubmissionPage[];
  pageParams: (string | null)[];
}

/**
 * Puts the newest page, just fetched, in front of what was loaded before. The newest page is the truth for its range:
 * what it lacks was deleted. Without anything in common there may be a gap in between, so what was loaded is dropped.
 */
export function mergeLatest(loaded: LoadedSubmissions, latest: SubmissionPage): LoadedSubmissions {
  if (isSameStart(loaded, latest)) return loaded;
  const tail = olderThan(latest, loaded.pages);
  const last = loaded.pages.at(-1);
  if (tail.length === 0 || !last) return { pages: [latest], pageParams: [null] };
  const merged = [...latest.submissions, ...tail];
  return { pages: [{ ...latest, submissions: merged, nextCursor: last.nextCursor }], pageParams: [null] };
}

/** The ids in front of `loaded` that `latest` brings, newest first. */
export function arrivedIds(loaded: LoadedSubmissions, latest: SubmissionPage): string[] {
  const known = new Set(loaded.pages.flatMap((page) => page.submissions.map(({ id }) => id)));
  return latest.submissions.filter(({ id }) => !known.has(id)).map(({ id }) => id);
}

function olderThan(latest: SubmissionPage, pages: readonly SubmissionPage[]): Submission[] {
  if (latest.nextCursor === null) return [];
  const known = pages.flatMap((page) => page.submissions);
  const fresh = new Set(latest.submissions.map(({ id }) => id));
  const lastShared = known.findLastIndex(({ id }) => fresh.has(id));
  return lastShared === -1 ? [] : known.slice(lastShared + 1);
}

function isSameStart({ pages }: LoadedSubmissions, latest: SubmissionPage): boolean {
  const [first] = pages;
  if (!first || first.total !== latest.total) return false;
  return latest.submissions.every(({ id }, index) => first.submissions[index]?.id === id);
}
