import { createFormSchema, listFormsQuerySchema } from '@inlet/contracts/forms';
import { validate } from '@inlet/service/validate';
import { type RequestHandler, Router } from 'express';
import { readFormAnalyticsHandler } from '#analytics/read-analytics.handler.ts';
import { recordAudit } from '#audit/record-audit.ts';
import { currentUser } from '#auth/caller.ts';
import type { AccountDeps } from '#deps.ts';
import { exportSubmissionsHandler } from '#export/export-submissions.handler.ts';
import { createForm } from '#forms/create-form.ts';
import { deleteFormHandler } from '#forms/delete-form.handler.ts';
import { findForms } from '#forms/forms.store.ts';
import { ownForm } from '#forms/own-form.ts';
import { presentForm } from '#forms/present-form.ts';
import { updateFormHandler } from '#forms/update-form.handler.ts';
import { followSubmissionsHandler } from '#live/follow-submissions.handler.ts';
import { readRefusalsHandler } from '#refusals/read-refusals.handler.ts';
import { addSubmissionRoutes } from '#submissions/submissions.routes.ts';
import { sendTestSubmissionHandler } from '#trials/send-test-submission.handler.ts';

/** An account's forms and what is in them. */
export function createFormsRouter(deps: AccountDeps): Router {
  const router = Router();
  router.get('/', listFormsHandler(deps));
  router.post('/', createFormHandler(deps));
  router.get('/:id', readFormHandler(deps));
  router.patch('/:id', updateFormHandler(deps));
  router.delete('/:id', deleteFormHandler(deps));
  router.post('/:id/test-submission', sendTestSubmissionHandler(deps));
  router.get('/:id/analytics', readFormAnalyticsHandler(deps));
  router.get('/:id/refusals', readRefusalsHandler(deps));
  router.get('/:id/export', exportSubmissionsHandler(deps));
  router.get('/:id/live', followSubmissionsHandler(deps));
  addSubmissionRoutes(router, deps);
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
    const input = validate(createFormSchema, request.body);
    const form = await createForm(deps, currentUser(response), input, (tx, { id, name }) =>
      recordAudit(tx, response, 'form.created', { formId: id, name }),
    );
    response.status(201).json(presentForm(form, deps.config.PUBLIC_URL));
  };
}

function readFormHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    response.json(presentForm(await ownForm(deps, request, response), deps.config.PUBLIC_URL));
  };
}
