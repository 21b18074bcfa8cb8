import { sortedMax } from '@inlet/contracts/submission-limits';
import type { SubmissionFilter } from '@inlet/contracts/submissions';
import type { Form } from '@inlet/db/client';
import { rangeOf } from '@inlet/submissions/range';
import { tooManyToSort } from '#errors.ts';
import { findSorted, type SortedRow } from '#inbox/list/sorted-rows.store.ts';
import type { Searches } from '#inbox/search/searches.ts';
import { formatSortedCursor, parseSortedCursor } from '#inbox/submissions/cursor.ts';
import { presentPage } from '#inbox/submissions/present-page.ts';
import { readPage } from '#inbox/submissions/read-page.ts';
import type { Resources } from '#resources.ts';

export interface SortedPageWanted {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly full: boolean;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly filter: SubmissionFilter;
}

/** A page of a form's submissions as JSON text, sorted by a field. Null when the client has disconnected. */
export async function listSorted(
  {
    openReads,
    fileLinks: links,
    searches,
  }: Pick<Resources, 'openReads' | 'fileLinks'> & { readonly searches: Searches },
  { form, count }: { readonly form: Form; readonly count: number },
  { limit, cursor: text, full, sort, order, filter }: SortedPageWanted,
  signal: AbortSignal,
): Promise<string | null> {
  const cursor = text === undefined ? null : parseSortedCursor(text);
  if (count > sortedMax && !isNarrowed(filter)) throw tooManyToSort(sortedMax);
  const wanted = { formId: form.id, filter, range: rangeOf(filter), sort, order, limit: limit + 1, cursor };
  const reads = openReads();
  const sorted = await searches.run(reads, signal, form.userId, (connection) => findSorted(connection, wanted));
  if (sorted === null) return null;
  if (sorted.found > sortedMax) throw tooManyToSort(sortedMax);
  const listed = sorted.rows.slice(0, limit);
  const shape = { isWhole: full, links, readBeforeOf: () => form.readBefore };
  const read = await readPage(reads, listed, shape);
  const inPage = listed.slice(0, read.length);
  const isBack = cursor?.isBack === true;
  const goesOn = read.length < sorted.rows.length;
  const [first, last] = isBack ? [inPage.at(-1), inPage[0]] : [inPage[0], inPage.at(-1)];
  const page = {
    rows: isBack ? read.toReversed() : read,
    nextCursor: (isBack || goesOn) && last ? cursorAt(last, false) : null,
    previousCursor: (isBack ? goesOn : cursor !== null) && first ? cursorAt(first, true) : null,
  };
  return presentPage(page, { total: sorted.found, totalIsExact: true });
}

function cursorAt({ position, id }: SortedRow, isBack: boolean): string {
  return formatSortedCursor({ position, id, isBack });
}

function isNarrowed({ q, spam: _spam, ...words }: SubmissionFilter): boolean {
  return q !== '' || Object.values(words).some((word) => word !== undefined);
}
