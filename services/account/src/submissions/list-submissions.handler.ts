import { type SubmissionPage, submissionPageQuerySchema } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps.ts';
import { ownForm } from '#forms/own-form.ts';
import { formatCursor, parseCursor } from '#submissions/cursor.ts';
import { presentSubmission } from '#submissions/present-submission.ts';
import { findSubmissions } from '#submissions/submissions.store.ts';

/** A page of a form's submissions, and where the next one begins. */
export function listSubmissionsHandler(deps: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (request, response) => {
    const { limit, cursor } = validate(submissionPageQuerySchema, request.query);
    const before = cursor === undefined ? null : parseCursor(cursor);
    const { form, total } = await ownForm(deps, request, response);
    // One more than asked for tells whether there is a next page.
    const rows = await findSubmissions(deps.database.pool, { formId: form.id, limit: limit + 1, before });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const body: SubmissionPage = {
      submissions: page.map(presentSubmission),
      nextCursor: rows.length > limit && last ? formatCursor(last) : null,
      total: total?.submissionCount ?? 0,
    };
    response.json(body);
  };
}
