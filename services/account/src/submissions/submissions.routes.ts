import type { Router } from 'express';
import type { AccountDeps } from '#deps.ts';
import { deleteSubmissionHandler } from '#submissions/delete-submission.handler.ts';
import { deleteSubmissionsHandler } from '#submissions/delete-submissions.handler.ts';
import { listSubmissionsHandler } from '#submissions/list-submissions.handler.ts';
import { markSubmissionHandler } from '#submissions/mark-submission.handler.ts';
import { markSubmissionsHandler } from '#submissions/mark-submissions.handler.ts';
import { readSubmissionHandler } from '#submissions/read-submission.handler.ts';

/** What was submitted to a form, as routes beside those of the form. */
export function addSubmissionRoutes(router: Router, deps: AccountDeps): void {
  router.get('/:id/submissions', listSubmissionsHandler(deps));
  router.post('/:id/submissions/delete', deleteSubmissionsHandler(deps));
  router.post('/:id/submissions/mark', markSubmissionsHandler(deps));
  router.get('/:id/submissions/:sid', readSubmissionHandler(deps));
  router.patch('/:id/submissions/:sid', markSubmissionHandler(deps));
  router.delete('/:id/submissions/:sid', deleteSubmissionHandler(deps));
}
