import { type ChangedSubmissions, chooseSubmissionsSchema } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps.ts';
import { ownForm } from '#forms/own-form.ts';
import { createFilterDeletion } from '#submissions/delete-by-filter.ts';
import { deleteByIds } from '#submissions/delete-by-ids.ts';

/** Deletes the submissions that are named, or all that a filter finds, and answers how many. */
export function deleteSubmissionsHandler(deps: Pick<AccountDeps, 'database' | 'config' | 'logger'>): RequestHandler {
  const deleteByFilter = createFilterDeletion(deps);
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    const chosen = validate(chooseSubmissionsSchema, request.body);
    const count =
      'ids' in chosen
        ? await deleteByIds(deps.database.prisma, response, form.id, chosen.ids)
        : await deleteByFilter(response, form.id, chosen.filter);
    response.json({ count } satisfies ChangedSubmissions);
  };
}
