import { chooseSubmissionsSchema, type DeletedSubmissions } from '@inlet/contracts/submissions';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { ownForm } from '#forms/own-form.ts';
import { createFilterDeletion, type FilterDeletionDeps } from '#submissions/delete-by-filter.ts';
import { deleteByIds } from '#submissions/delete-by-ids.ts';

/** Deletes the submissions that are named, or all that a filter finds, and answers how many are gone. */
export function deleteSubmissionsHandler(deps: FilterDeletionDeps): RequestHandler {
  const deleteByFilter = createFilterDeletion(deps);
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    const chosen = validate(chooseSubmissionsSchema, request.body);
    const deleted: DeletedSubmissions =
      'ids' in chosen
        ? { count: await deleteByIds(deps.database.prisma, response, form.id, chosen.ids) }
        : await deleteByFilter(response, form.id, chosen.filter);
    response.json(deleted);
  };
}
