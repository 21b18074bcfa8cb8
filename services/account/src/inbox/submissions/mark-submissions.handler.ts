import { type ChangedSubmissions, markSubmissionsSchema } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { ownForm } from '#forms/own-form.ts';
import type { MarkSubmissions } from '#inbox/submissions/mark-submissions.ts';

/** Says of several submissions whether they are spam, and answers of how many that was news. */
export function markSubmissionsHandler(deps: Pick<AccountDeps, 'database'>, mark: MarkSubmissions): RequestHandler {
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    const { ids, isSpam } = validate(markSubmissionsSchema, request.body);
    const count = await mark(currentUser(response), form.id, ids, isSpam);
    response.json({ count } satisfies ChangedSubmissions);
  };
}
