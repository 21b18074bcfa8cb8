import type { SubmissionFilter, submissionPageQuerySchema } from '@inlet/contracts/submissions';
import type { Form, FormTotal } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';
import { beyond, rangeOf } from '@inlet/submissions/range';
import type * as z from 'zod';
import type { Searches } from '#inbox/searches/searches.ts';
import { parseCursor } from '#inbox/submissions/cursor.ts';
import { findSubmissions } from '#inbox/submissions/find-submissions.ts';
import { pageOf } from '#inbox/submissions/page-of.ts';
import { presentPage } from '#inbox/submissions/present-page.ts';
import { readPage } from '#inbox/submissions/read-page.ts';
import type { Resources } from '#resources.ts';

/**
 * A page of a form's submissions as JSON text, newest first, and where the lists of older and of newer ones begin. Null
 * when the client has disconnected.
 */
export async function listSubmissions(
  { database, searches }: Pick<Resources, 'database'> & { readonly searches: Searches },
  { form, total }: { readonly form: Form; readonly total: FormTotal | null },
  { limit, cursor: text, full, ...filter }: z.output<typeof submissionPageQuerySchema>,
  left: AbortSignal,
): Promise<string | null> {
  const cursor = text === undefined ? null : parseCursor(text);
  const direction = cursor?.direction ?? 'older';
  const whole = rangeOf(filter);
  const range = cursor ? beyond(whole, cursor, direction) : whole;
  // One more than asked for tells whether the list goes on.
  const wanted = { formId: form.id, filter, range, direction, limit: limit + 1 };
  const found = isSearch(filter)
    ? await searches.run(left, form.userId, (connection) => findSubmissions(connection, wanted))
    : await findSubmissions(database.pool, wanted);
  if (found === null) return null;
  const rows = await readPage(database.pool, found.slice(0, limit), full);
  const page = pageOf(rows, rows.length < found.length, cursor);
  const count = filter.spam ? total?.spamCount : total?.submissionCount;
  return presentPage(page, toCount(count ?? 0n));
}

/** The key of the table cannot find text or origins, so these read one submission after the other. */
function isSearch({ q, origin }: SubmissionFilter): boolean {
  return q !== '' || origin !== undefined;
}
