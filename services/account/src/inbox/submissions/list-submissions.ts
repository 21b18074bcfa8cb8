import type { SubmissionFilter, submissionPageQuerySchema } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Form, FormTotal } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';
import { beyond, rangeOf } from '@inlet/submissions/range';
import type * as z from 'zod';
import type { Searches } from '#inbox/searches/searches.ts';
import { parseCursor } from '#inbox/submissions/cursor.ts';
import { findSubmissions } from '#inbox/submissions/find-submissions.ts';
import { listSorted } from '#inbox/submissions/list-sorted.ts';
import { pageOf } from '#inbox/submissions/page-of.ts';
import { presentPage } from '#inbox/submissions/present-page.ts';
import { readPage } from '#inbox/submissions/read-page.ts';
import { asksForState, countStateRows, findStateRows } from '#inbox/submissions/state-rows.store.ts';
import type { Resources } from '#resources.ts';

/** Submissions that a filter finds are counted up to so many. */
const countedMax = 1_000;

/**
 * A page of a form's submissions as JSON text, and where the lists before and behind it begin. Null
 * when the client has disconnected.
 */
export async function listSubmissions(
  { database, searches }: Pick<Resources, 'database'> & { readonly searches: Searches },
  { form, total }: { readonly form: Form; readonly total: FormTotal | null },
  { limit, cursor: text, full, sort, order = 'desc', ...filter }: z.output<typeof submissionPageQuerySchema>,
  left: AbortSignal,
): Promise<string | null> {
  const { readBefore } = form;
  const count = toCount((filter.spam ? total?.spamCount : total?.submissionCount) ?? 0n);
  if (sort !== undefined) {
    return listSorted(
      { database, searches },
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
  const find = (connection: Queryable) =>
    filter.q === '' && asksForState(filter)
      ? findStateRows(connection, { ...wanted, readBefore })
      : findSubmissions(connection, wanted);
  const found = isSearch(filter) ? await searches.run(left, form.userId, find) : await find(database.pool);
  if (found === null) return null;
  const rows = await readPage(database.pool, found.slice(0, limit), { isWhole: full, readBeforeOf: () => readBefore });
  const page = pageOf(rows, rows.length < found.length, cursor, forward);
  if (filter.q !== '' || !asksForState(filter)) return presentPage(page, { total: count, totalIsExact: true });
  const countWanted = { ...wanted, range: whole, readBefore, limit: countedMax + 1 };
  const matching = await searches.run(left, form.userId, (connection) => countStateRows(connection, countWanted));
  if (matching === null) return null;
  return presentPage(page, { total: Math.min(matching, countedMax), totalIsExact: matching <= countedMax });
}

/** The key of the table cannot find these, so they may read one submission after the other. */
function isSearch(filter: SubmissionFilter): boolean {
  return filter.q !== '' || filter.origin !== undefined || asksForState(filter);
}
