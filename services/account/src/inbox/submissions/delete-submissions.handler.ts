import { chooseSubmissionsSchema, type DeletedSubmissions } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { actorOf } from '#access/caller.ts';
import { ownForm } from '#forms/own-form.ts';
import { createFilterDeletion, type FilterDeletionDeps } from '#inbox/submissions/delete-by-filter.ts';
import { deleteByIds } from '#inbox/submissions/delete-by-ids.ts';

/** Deletes the submissions that are named, or all that a filter finds, and answers how many are gone. */
export function deleteSubmissionsHandler(deps: FilterDeletionDeps): RequestHandler {
  const deleteByFilter = createFilterDeletion(deps);
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    const chosen = validate(chooseSubmissionsSchema, request.body);
    const actor = actorOf(response);
    const deleted: DeletedSubmissions =
      'ids' in chosen
        ? { count: await deleteByIds(deps.database.prisma, actor, form.id, chosen.ids) }
        : await deleteByFilter(actor, form.id, chosen.filter, () => response.destroyed);
    response.json(deleted);
  };
}
