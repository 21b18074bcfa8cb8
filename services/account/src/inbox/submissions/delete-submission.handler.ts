import type { RequestHandler } from 'express';
import { actorOf } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { submissionNotFound } from '#errors.ts';
import { deleteByIds } from '#inbox/submissions/delete-by-ids.ts';
import { ownSubmission } from '#inbox/submissions/own-submission.ts';

export function deleteSubmissionHandler(deps: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (request, response) => {
    const { formId, id } = await ownSubmission(deps, request, response);
    const count = await deleteByIds(deps.database.prisma, actorOf(response), formId, [id]);
    if (count === 0) throw submissionNotFound();
    response.status(204).end();
  };
}
