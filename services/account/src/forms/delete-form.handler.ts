import type { RequestHandler } from 'express';
import { actorOf } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { deleteForm } from '#forms/delete-form.ts';
import { ownForm } from '#forms/own-form.ts';

export function deleteFormHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { form } = await ownForm(deps, request, response);
    await deleteForm(deps, actorOf(response), form);
    response.status(204).end();
  };
}
