import { markSubmissionSchema } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { submissionNotFound } from '#errors.ts';
import type { MarkSubmissions } from '#inbox/submissions/mark-submissions.ts';
import { ownSubmission } from '#inbox/submissions/own-submission.ts';
import { presentSubmission } from '#inbox/submissions/present-submission.ts';
import { findSubmission } from '#inbox/submissions/submissions.store.ts';

/** Says of one submission whether it is spam, and answers it as it is then. */
export function markSubmissionHandler(deps: Pick<AccountDeps, 'database'>, mark: MarkSubmissions): RequestHandler {
  const { pool } = deps.database;
  return async (request, response) => {
    const { formId, id } = await ownSubmission(deps, request, response);
    const { isSpam } = validate(markSubmissionSchema, request.body);
    await mark(currentUser(response), formId, [id], isSpam);
    const row = await findSubmission(pool, formId, id);
    if (!row) throw submissionNotFound();
    response.type('json').send(presentSubmission(row));
  };
}
