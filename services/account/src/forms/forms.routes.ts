import { createFormSchema, listFormsQuerySchema } from '@inlet/contracts/forms';
import { validate } from '@inlet/service/validate';
import { type RequestHandler, Router } from 'express';
import { currentUser } from '#auth/require-user.ts';
import type { AccountDeps } from '#deps.ts';
import { createForm } from '#forms/create-form.ts';
import { findForms } from '#forms/forms.store.ts';
import { ownForm } from '#forms/own-form.ts';
import { presentForm } from '#forms/present-form.ts';
import { listSubmissionsHandler } from '#submissions/list-submissions.handler.ts';

/** An account's forms and what is in them. */
export function createFormsRouter(deps: AccountDeps): Router {
  const router = Router();
  router.get('/', listFormsHandler(deps));
  router.post('/', createFormHandler(deps));
  router.get('/:id', readFormHandler(deps));
  router.get('/:id/submissions', listSubmissionsHandler(deps));
  return router;
}

function listFormsHandler({ database, config }: AccountDeps): RequestHandler {
  return async (request, response) => {
    const { limit, q } = validate(listFormsQuerySchema, request.query);
    const found = await findForms(database.prisma, { userId: currentUser(response).id, limit, search: q });
    response.json({ forms: found.map((form) => presentForm(form, config.PUBLIC_URL)) });
  };
}

function createFormHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const form = await createForm(deps, currentUser(response), validate(createFormSchema, request.body));
    response.status(201).json(presentForm(form, deps.config.PUBLIC_URL));
  };
}

function readFormHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    response.json(presentForm(await ownForm(deps, request, response), deps.config.PUBLIC_URL));
  };
}
