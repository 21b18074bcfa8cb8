import type { SubmissionFilter, submissionPageQuerySchema } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Form, FormTotal } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';
import { beyond, rangeOf } from '@inlet/submissions/range';
import type * as z from 'zod';
import { listSorted } from '#inbox/list/list-sorted.ts';
import { asksForState, countStateRows, findStateRows } from '#inbox/list/state-rows.store.ts';
import { type Found, findSubmissions, foundByKey } from '#inbox/search/find-submissions.ts';
import type { Searches } from '#inbox/search/searches.ts';
import { parseCursor } from '#inbox/submissions/cursor.ts';
import { pageOf } from '#inbox/submissions/page-of.ts';
import { presentPage } from '#inbox/submissions/present-page.ts';
import { readPage } from '#inbox/submissions/read-page.ts';
import { countedMax, countedTo, countRange, findRows, findRowsOfFolder } from '#inbox/submissions/submissions.store.ts';
import type { Resources } from '#resources.ts';

/**
 * A page of a form's submissions as JSON text, and where the lists before and behind it begin. Null
 * when the client has disconnected.
 */
export async function listSubmissions(
  { database, fileLinks, searches }: Pick<Resources, 'database' | 'fileLinks'> & { readonly searches: Searches },
  { form, total }: { readonly form: Form; readonly total: FormTotal | null },
  { limit, cursor: text, full, sort, order = 'desc', ...filter }: z.output<typeof submissionPageQuerySchema>,
  left: AbortSignal,
): Promise<string | null> {
  const { readBefore } = form;
  const count = toCount((filter.spam ? total?.spamCount : total?.submissionCount) ?? 0n);
  if (sort !== undefined) {
    return listSorted(
      { database, fileLinks, searches },
      { form, count },
      { limit, cursor: text, full, sort, order, filter },
      left,
    );
  }
  const cursor = text === undefined ? null : parseCursor(text);
  const forward = order === 'desc' ? 'older' : 'newer';
  const direction = cursor?.direction ?? forward;
  const whole = rangeOf(filter);
  const range = cursor ? beyond(whole, cursor, direction) : whole;
  // One more than asked for tells whether the list goes on.
  const wanted = { formId: form.id, filter, range, direction, limit: limit + 1 };
  const isFiltered = isSearch(filter) || filter.from !== undefined || filter.to !== undefined;
  const rowCount = toCount((total?.submissionCount ?? 0n) + (total?.spamCount ?? 0n));
  const find = async (connection: Queryable): Promise<Found> => {
    if (filter.q === '' && asksForState(filter)) {
      const rows = await findStateRows(connection, { ...wanted, readBefore });
      if (cursor?.total) return foundByKey(rows);
      const countWanted = { ...wanted, range: whole, readBefore, limit: countedMax + 1 };
      return { ...foundByKey(rows), counted: countedTo(await countStateRows(connection, countWanted)) };
    }
    if (isSearch(filter)) return findSubmissions(connection, { ...wanted, rowCount, isCounted: cursor === null });
    if (isFiltered) return foundByKey(await findRows(connection, wanted));
    const { rows, count: counted = count } = await findRowsOfFolder(connection, wanted);
    return { ...foundByKey(rows), counted: { count: counted, isExact: true } };
  };
  const found = isSearch(filter) ? await searches.run(left, form.userId, find) : await find(database.pool);
  if (found === null) return null;
  const counted =
    (isFiltered ? cursor?.total : null) ??
    found.counted ??
    (await countRange(database.pool, { ...wanted, range: whole }));
  const rows = await readPage(database.pool, found.rows.slice(0, limit), {
    isWhole: full,
    links: fileLinks,
    readBeforeOf: () => readBefore,
  });
  const goesOn = found.rows.length > rows.length;
  const rest = { goesOn, stoppedAt: goesOn ? null : found.stoppedAt };
  const page = pageOf(rows, rest, { cursor, forward, total: isFiltered ? counted : null });
  return presentPage(page, { total: counted.count, totalIsExact: counted.isExact, search: found.progress });
}

/** The key of the table cannot find these, so they may read one submission after the other. */
function isSearch(filter: SubmissionFilter): boolean {
  return filter.q !== '' || filter.origin !== undefined || asksForState(filter);
}
