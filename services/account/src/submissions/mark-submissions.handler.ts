import { type ChangedSubmissions, markSubmissionsSchema } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps.ts';
import { ownForm } from '#forms/own-form.ts';
import { markNamed } from '#submissions/change.store.ts';
import { runOn } from '#submissions/run-sql.ts';

/** Says of several submissions whether they are spam, and answers of how many that was news. */
export function markSubmissionsHandler(deps: Pick<AccountDeps, 'database'>): RequestHandler {
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    const { ids, isSpam } = validate(markSubmissionsSchema, request.body);
    const count = await markNamed(runOn(deps.database.pool), { formId: form.id, ids }, isSpam);
    response.json({ count } satisfies ChangedSubmissions);
  };
}
