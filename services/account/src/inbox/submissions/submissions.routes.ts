import type { Router } from 'express';
import type { AccountDeps } from '#deps/account-deps.ts';
import { deleteSubmissionHandler } from '#inbox/submissions/delete-submission.handler.ts';
import { deleteSubmissionsHandler } from '#inbox/submissions/delete-submissions.handler.ts';
import { listSubmissionsHandler } from '#inbox/submissions/list-submissions.handler.ts';
import { markSubmissionHandler } from '#inbox/submissions/mark-submission.handler.ts';
import { markSubmissionsHandler } from '#inbox/submissions/mark-submissions.handler.ts';
import { createMarking } from '#inbox/submissions/mark-submissions.ts';
import { readSubmissionHandler } from '#inbox/submissions/read-submission.handler.ts';

/** What was submitted to a form, as routes beside those of the form. */
export function addSubmissionRoutes(router: Router, deps: AccountDeps): void {
  const mark = createMarking(deps);
  router.get('/:id/submissions', listSubmissionsHandler(deps));
  router.post('/:id/submissions/delete', deleteSubmissionsHandler(deps));
  router.post('/:id/submissions/mark', markSubmissionsHandler(deps, mark));
  router.get('/:id/submissions/:sid', readSubmissionHandler(deps));
  router.patch('/:id/submissions/:sid', markSubmissionHandler(deps, mark));
  router.delete('/:id/submissions/:sid', deleteSubmissionHandler(deps));
}
