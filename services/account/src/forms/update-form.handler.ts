import { updateFormSchema } from '@inlet/contracts/forms';
import { validate } from '@inlet/service/validate';
import type { RequestHandler } from 'express';
import { actorOf } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { ownForm } from '#forms/own-form.ts';
import { presentForm } from '#forms/present-form.ts';
import { updateForm } from '#forms/update-form.ts';

/** Changes what the body names of a form. */
export function updateFormHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { form, total } = await ownForm(deps, request, response);
    const updated = await updateForm(deps, actorOf(response), form, validate(updateFormSchema, request.body));
    response.json(presentForm({ form: updated, total }, deps.config.PUBLIC_URL));
  };
}
