import { createFormSchema, type FormList, listFormsQuerySchema } from '@inlet/contracts/forms';
import { validate } from '@inlet/service/validate';
import { type RequestHandler, Router } from 'express';
import { recordAudit } from '#access/audit/record-audit.ts';
import { actorOf, currentUser } from '#access/caller.ts';
import type { AccountDeps } from '#deps/account-deps.ts';
import { createForm } from '#forms/create-form.ts';
import { deleteFormHandler } from '#forms/delete-form.handler.ts';
import { findForms } from '#forms/forms.store.ts';
import { ownForm } from '#forms/own-form.ts';
import { presentForm } from '#forms/present-form.ts';
import { readRefusalsHandler } from '#forms/refusals/read-refusals.handler.ts';
import { sendTestSubmissionHandler } from '#forms/test-submissions/send-test-submission.handler.ts';
import { updateFormHandler } from '#forms/update-form.handler.ts';
import { readFormAnalyticsHandler } from '#inbox/analytics/read-analytics.handler.ts';
import { exportSubmissionsHandler } from '#inbox/export/export-submissions.handler.ts';
import { followSubmissionsHandler } from '#inbox/live/follow-submissions.handler.ts';
import { formatCursor, parseCursor } from '#inbox/submissions/cursor.ts';
import { fitInPage } from '#inbox/submissions/page-bytes.ts';
import { addSubmissionRoutes } from '#inbox/submissions/submissions.routes.ts';

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
    const { limit, q, cursor } = validate(listFormsQuerySchema, request.query);
    const { id: userId } = currentUser(response);
    const before = cursor === undefined ? null : parseCursor(cursor);
    // One more than asked for tells whether the list goes on.
    const found = await findForms(database.prisma, { userId, limit: limit + 1, search: q, before });
    const forms = fitInPage(found.slice(0, limit).map((form) => presentForm(form, config.PUBLIC_URL)));
    const last = found[forms.length - 1]?.form;
    const nextCursor = last && forms.length < found.length ? formatCursor({ ...last, direction: 'older' }) : null;
    response.json({ forms, nextCursor } satisfies FormList);
  };
}

function createFormHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    const input = validate(createFormSchema, request.body);
    const form = await createForm(deps, currentUser(response), input, (tx, { id, name }) =>
      recordAudit(tx, actorOf(response), 'form.created', { formId: id, name }),
    );
    response.status(201).json(presentForm(form, deps.config.PUBLIC_URL));
  };
}

function readFormHandler(deps: AccountDeps): RequestHandler {
  return async (request, response) => {
    response.json(presentForm(await ownForm(deps, request, response), deps.config.PUBLIC_URL));
  };
}
