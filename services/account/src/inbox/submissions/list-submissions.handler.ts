import { type SubmissionFilter, submissionPageQuerySchema } from '@inlet/contracts/submissions';
import { toCount } from '@inlet/db/counts';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps/account-deps.ts';
import { ownForm } from '#forms/own-form.ts';
import { parseCursor } from '#inbox/submissions/cursor.ts';
import { findSubmissions } from '#inbox/submissions/find-submissions.ts';
import { pageOf } from '#inbox/submissions/page-of.ts';
import { presentPage } from '#inbox/submissions/present-page.ts';
import { beyond, rangeOf } from '#inbox/submissions/range.ts';
import { readPage } from '#inbox/submissions/read-page.ts';

/** A page of a form's submissions, newest first, and where the lists of older and of newer ones begin. */
export function listSubmissionsHandler({
  database,
  searches,
}: Pick<AccountDeps, 'database' | 'searches'>): RequestHandler {
  return async (request, response) => {
    const { limit, cursor: text, full, ...filter } = validate(submissionPageQuerySchema, request.query);
    const cursor = text === undefined ? null : parseCursor(text);
    const { form, total } = await ownForm({ database }, request, response);
    const direction = cursor?.direction ?? 'older';
    const whole = rangeOf(filter);
    const range = cursor ? beyond(whole, cursor, direction) : whole;
    // One more than asked for tells whether the list goes on.
    const wanted = { formId: form.id, filter, range, direction, limit: limit + 1 };
    const found = isSearch(filter)
      ? await searches.run(response, form.userId, (connection) => findSubmissions(connection, wanted))
      : await findSubmissions(database.pool, wanted);
    if (found === null) return;
    const rows = await readPage(database.pool, found.slice(0, limit), full);
    const page = pageOf(rows, rows.length < found.length, cursor);
    const count = filter.spam ? total?.spamCount : total?.submissionCount;
    response.type('json').send(presentPage(page, toCount(count ?? 0n)));
  };
}

/** What the key of the table does not know is found by looking at one submission after the other. */
function isSearch({ q, origin }: SubmissionFilter): boolean {
  return q !== '' || origin !== undefined;
}
