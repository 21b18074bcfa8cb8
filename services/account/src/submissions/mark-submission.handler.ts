import { markSubmissionSchema } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps.ts';
import { submissionNotFound } from '#errors.ts';
import { markNamed } from '#submissions/change.store.ts';
import { ownSubmission } from '#submissions/own-submission.ts';
import { presentSubmission } from '#submissions/present-submission.ts';
import { runOn } from '#submissions/run-sql.ts';
import { findSubmission } from '#submissions/submissions.store.ts';

/** Says of one submission whether it is spam, and answers it as it is then. */
export function markSubmissionHandler(deps: Pick<AccountDeps, 'database'>): RequestHandler {
  const { pool } = deps.database;
  return async (request, response) => {
    const { formId, id } = await ownSubmission(deps, request, response);
    const { isSpam } = validate(markSubmissionSchema, request.body);
    await markNamed(runOn(pool), { formId, ids: [id] }, isSpam);
    const row = await findSubmission(pool, formId, id);
    if (!row) throw submissionNotFound();
    response.type('json').send(presentSubmission(row));
  };
}
