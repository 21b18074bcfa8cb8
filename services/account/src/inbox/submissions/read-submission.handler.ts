import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps/account-deps.ts';
import { submissionNotFound } from '#errors.ts';
import { ownSubmission } from '#inbox/submissions/own-submission.ts';
import { presentSubmission } from '#inbox/submissions/present-submission.ts';
import { findSubmission } from '#inbox/submissions/submissions.store.ts';

export function readSubmissionHandler(deps: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (request, response) => {
    const { formId, id } = await ownSubmission(deps, request, response);
    const row = await findSubmission(deps.database.pool, formId, id);
    if (!row) throw submissionNotFound();
    response.type('json').send(presentSubmission(row));
  };
}
