import {
  changedSubmissionsSchema,
  chooseSubmissionsSchema,
  deletedSubmissionsSchema,
  exportQuerySchema,
  markSubmissionSchema,
  markSubmissionsSchema,
  submissionPageQuerySchema,
  submissionPageSchema,
  submissionSchema,
} from '@inlet/contracts/submissions';
import { unavailable } from '@inlet/service/http-error';
import {
  exportsBusy,
  formNotFound,
  invalidCursor,
  searchesBusy,
  searchTooLong,
  submissionLimitReached,
  submissionNotFound,
  tooManyDeletions,
  tooManyExports,
  tooManyListeners,
} from '#errors.ts';
import { listenersOfAccountMax } from '#inbox/live/listeners.ts';
import type { Operation } from '#openapi/operation.ts';

const group = 'Submissions';
const access = 'subscriber';
const oneAbsent = [formNotFound(), submissionNotFound()];
const noPlace = [submissionLimitReached(1_000), unavailable()];
const releaseDetails =
  'A submission that leaves the spam folder for the first time takes a place in the running month. Marking it as spam later does not free that place, and moving it back takes no second one.';
const changed = { status: 200, says: 'How many were changed', schema: changedSubmissionsSchema };

export const submissionOperations: readonly Operation[] = [
  {
    id: 'listSubmissions',
    route: 'GET /api/v1/forms/:id/submissions',
    group,
    summary: 'List or search submissions',
    access,
    details:
      'A page ends before `limit` when submissions are large: follow `nextCursor` until it is null. Values of more than 2,000 characters are cut, and the submission has `isTruncated: true`. Ask with `full=true`, or read the submission by its id, for whole values.',
    query: submissionPageQuerySchema,
    success: { status: 200, says: 'A page, newest first', schema: submissionPageSchema },
    refusals: [formNotFound(), invalidCursor(), searchesBusy(), searchTooLong()],
  },
  {
    id: 'readSubmission',
    route: 'GET /api/v1/forms/:id/submissions/:sid',
    group,
    summary: 'Read a submission',
    access,
    success: { status: 200, says: 'The submission', schema: submissionSchema },
    refusals: oneAbsent,
  },
  {
    id: 'markSubmission',
    route: 'PATCH /api/v1/forms/:id/submissions/:sid',
    group,
    summary: 'Mark a submission as spam or not',
    access,
    details: releaseDetails,
    body: markSubmissionSchema,
    success: { status: 200, says: 'The submission', schema: submissionSchema },
    refusals: [...oneAbsent, ...noPlace],
  },
  {
    id: 'deleteSubmission',
    route: 'DELETE /api/v1/forms/:id/submissions/:sid',
    group,
    summary: 'Delete a submission',
    access,
    success: { status: 204, says: 'The submission is gone' },
    refusals: oneAbsent,
  },
  {
    id: 'markSubmissions',
    route: 'POST /api/v1/forms/:id/submissions/mark',
    group,
    summary: 'Mark several as spam or not',
    access,
    details: `${releaseDetails} If the month has no room for all of them, none is moved.`,
    body: markSubmissionsSchema,
    success: changed,
    refusals: [formNotFound(), ...noPlace],
  },
  {
    id: 'deleteSubmissions',
    route: 'POST /api/v1/forms/:id/submissions/delete',
    group,
    summary: 'Delete several submissions',
    access,
    details:
      'Those that are named, or all that a filter finds and that were there when the request came. What takes longer than some seconds goes on behind the answer: `pending` then says how many are still being deleted, and the audit trail says when all are gone.',
    body: chooseSubmissionsSchema,
    success: { status: 200, says: 'How many were deleted', schema: deletedSubmissionsSchema },
    refusals: [formNotFound(), tooManyDeletions(), unavailable()],
  },
  {
    id: 'exportSubmissions',
    route: 'GET /api/v1/forms/:id/export',
    group,
    summary: 'Download submissions as a file',
    access,
    details: 'CSV has the columns Date, Origin and Data. NDJSON has one submission a line.',
    query: exportQuerySchema,
    success: {
      status: 200,
      says: 'The file, streamed, newest first',
      contentTypes: ['text/csv', 'application/x-ndjson'],
    },
    refusals: [formNotFound(), tooManyExports(3), exportsBusy()],
  },
  {
    id: 'followSubmissions',
    route: 'GET /api/v1/forms/:id/live',
    group,
    summary: 'Follow submissions as they are stored',
    access,
    details:
      'Server-sent events. `submission` has a submission as its data; the same one may come twice, so drop an id that you know. `reset` asks you to read the first page again, because more was stored than was told. Open the stream first and read the first page then. Come back with the id of the last event in `Last-Event-ID`, and nothing is missed. Spam is not told.',
    headers: { 'Last-Event-ID': 'The id of the last event that you have seen.' },
    success: { status: 200, says: 'A stream without an end', contentTypes: ['text/event-stream'] },
    refusals: [formNotFound(), tooManyListeners(listenersOfAccountMax), unavailable()],
  },
];
