import { dashboardSchema } from '#account/dashboard.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import { analyticsQuerySchema, analyticsSchema } from '#inbox/analytics.ts';
import { changeLineSchema, changesQuerySchema } from '#inbox/changes.ts';
import { inboxCountsSchema, updatedSubmissionsSchema, updateSubmissionSchema } from '#inbox/inbox-state.ts';
import { similarSubmissionsSchema } from '#inbox/spam.ts';
import {
  changedSubmissionsSchema,
  chooseSubmissionsSchema,
  deletedSubmissionsSchema,
  exportQuerySchema,
  markSubmissionsSchema,
  submissionPageQuerySchema,
  submissionPageSchema,
  submissionSchema,
  updateSubmissionsSchema,
} from '#inbox/submissions.ts';

const analyticsDetails =
  'Days and hours are those of the account’s time zone, and the last day is today. Origins, spam and refusals are counted by days in UTC. Submissions that were spam on arrival are left out of the days; marking or deleting later changes nothing. Lists the origins that sent most, at most a hundred; null stands for an unknown origin. Refusals are up to a minute late. For days before the installation counted origins or hours, the days may add up to more than these. Part of the plans Pro and Early Pro.';
const releaseDetails =
  'A submission that leaves the spam folder for the first time counts towards the running month. Marking it as spam later does not give that place back, and moving it back again does not count twice.';
const learnDetails = 'The spam filter of your account learns from each mark, whether or not the submission moves.';
const submission = { description: 'The submission', schema: submissionSchema };

export const inboxRoutes = {
  listSubmissions: {
    action: 'submissions:read',
    group: 'Submissions',
    summary: 'List or search submissions',
    description:
      'A page ends before `limit` when submissions are large: follow `nextCursor` until it is null. Values of more than 2,000 characters are cut, and the submission has `isTruncated: true`. For whole values send `full=true`, or read the submission by its id. `sort` is refused where the filter finds more than 20,000 submissions.',
    access: 'form',
    query: submissionPageQuerySchema,
    success: { status: 200, description: 'A page, newest first', schema: submissionPageSchema },
    refusals: ['invalidCursor', 'tooManyToSort', 'searchesBusy', 'searchTooLong'],
  },
  readSubmission: {
    action: 'submissions:read',
    group: 'Submissions',
    summary: 'Read a submission',
    access: 'form',
    success: { status: 200, ...submission },
    refusals: ['submissionNotFound'],
  },
  listSimilar: {
    action: 'submissions:read',
    group: 'Submissions',
    summary: 'List submissions that are like this one',
    description:
      'Returns submissions that share half their words or the sender, among the newest 500 in the inbox. A submission of more than 8,000 bytes has no similar ones.',
    access: 'form',
    success: { status: 200, description: 'Their ids', schema: similarSubmissionsSchema },
    refusals: ['submissionNotFound'],
  },
  updateSubmission: {
    action: 'submissions:note',
    group: 'Submissions',
    summary: 'Change a submission: read, starred, status, tags, note, assignee, spam',
    description: `A viewer may change the note; the rest takes an editor. A new assignee gets a mail, and so does a member who sees the form and whose address a note newly mentions as \`@ada@example.com\`. Omitted fields are unchanged. Integrations and the change feed hear of \`isSpam\` only. ${releaseDetails} ${learnDetails}`,
    access: 'form',
    body: updateSubmissionSchema,
    success: { status: 200, ...submission },
    refusals: ['submissionNotFound', 'submissionLimitReached', 'roleTooLow'],
  },
  deleteSubmission: {
    action: 'submissions:write',
    group: 'Submissions',
    summary: 'Delete a submission',
    access: 'form',
    success: { status: 204, description: 'The submission is deleted' },
    refusals: ['submissionNotFound'],
  },
  markSubmissions: {
    action: 'submissions:write',
    group: 'Submissions',
    summary: 'Mark several submissions as spam or not spam',
    description: `${releaseDetails} If the month has no room for all of them, none is moved. ${learnDetails}`,
    access: 'form',
    body: markSubmissionsSchema,
    success: { status: 200, description: 'How many were changed', schema: changedSubmissionsSchema },
    refusals: ['submissionLimitReached'],
  },
  updateSubmissions: {
    action: 'submissions:write',
    group: 'Submissions',
    summary: 'Change several submissions: read, starred, status, tags, assignee',
    description:
      'Changes the submissions in `ids`, or all that `filter` finds. `{ "filter": {}, "set": { "isRead": true } }` marks the whole inbox as read at once. To undo a change by `ids`, send `previous` of its answer as `restore`; one by a filter, its `undo`. A new assignee gets one mail for all of them. Integrations and the change feed do not hear of it.',
    access: 'form',
    body: updateSubmissionsSchema,
    success: { status: 200, description: 'How many were changed', schema: updatedSubmissionsSchema },
    refusals: ['searchesBusy', 'searchTooLong'],
  },
  countSubmissions: {
    action: 'submissions:read',
    group: 'Submissions',
    summary: 'Count a form’s submissions by folder',
    access: 'form',
    success: { status: 200, description: 'The counts', schema: inboxCountsSchema },
  },
  deleteSubmissions: {
    action: 'submissions:write',
    group: 'Submissions',
    summary: 'Delete several submissions',
    description:
      'Deletes the submissions in `ids`, or all that match `filter` and were stored when the request arrived. A deletion that takes longer than a few seconds continues after the answer: `pending` then says how many are left, and the audit trail records the end.',
    access: 'form',
    body: chooseSubmissionsSchema,
    success: { status: 200, description: 'How many were deleted', schema: deletedSubmissionsSchema },
    refusals: ['tooManyDeletions'],
  },
  exportSubmissions: {
    action: 'submissions:export',
    group: 'Submissions',
    summary: 'Download submissions as a file',
    description:
      'CSV has the columns Date, Origin and Data, or with `columns=fields` one column per field. XLSX has one column per field. NDJSON has one submission a line. Columns per field and NDJSON name the files. ZIP has a CSV, and the files of the submissions in a folder for each.',
    access: 'form',
    query: exportQuerySchema,
    success: {
      status: 200,
      description: 'The file, streamed, newest first',
      contentTypes: [
        'text/csv',
        'application/x-ndjson',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/zip',
      ],
    },
    refusals: ['tooManyExports', 'exportsBusy'],
  },
  readChanges: {
    action: 'submissions:read',
    group: 'Submissions',
    summary: 'Read the changes of all submissions',
    description:
      'NDJSON, a `Change` a line, oldest first. Without `after` it begins with everything in the inboxes; then follow the changes since. The last line of a page is `{ cursor, type: "end", isComplete }`. Send the cursor of any line as `after` to continue behind it; you have read everything when the last line has `isComplete: true`, and nothing has happened since while it has the cursor that you sent. `submission` is the submission as it is now, and null if it no longer exists. A change without `submissionId` means all submissions of the form. A page has at most 4 MB and one more submission. Changes are kept for 90 days.',
    access: 'subscriber',
    query: changesQuerySchema,
    success: {
      status: 200,
      description: 'The page, streamed, a line each',
      contentTypes: ['application/x-ndjson'],
      lines: changeLineSchema,
    },
    refusals: ['invalidCursor', 'cursorExpired', 'formNotFound', 'tooManyFeedReaders'],
  },
  followSubmissions: {
    action: 'submissions:read',
    group: 'Submissions',
    summary: 'Follow submissions as they are stored',
    description:
      'Server-sent events. The data of `changed` is `{ formId, total }`: something came to the form, or was moved or deleted; its inbox has `total` submissions by now. The first event comes at once, the next ones at most five times a second. When one comes, read the newest submissions, or the change feed after your last cursor.',
    access: 'form',
    success: { status: 200, description: 'An endless stream', contentTypes: ['text/event-stream'] },
    refusals: ['tooManyListeners'],
  },
  readFormAnalytics: {
    action: 'submissions:read',
    group: 'Forms',
    summary: 'Read a form’s submissions by day, hour, origin and outcome',
    description: analyticsDetails,
    access: 'form',
    feature: 'analytics',
    query: analyticsQuerySchema,
    success: { status: 200, description: 'The counts', schema: analyticsSchema },
  },
  readAnalytics: {
    action: 'submissions:read',
    group: 'Forms',
    summary: 'Read the submissions of all your forms by day, hour, origin and outcome',
    description: analyticsDetails,
    access: 'subscriber',
    feature: 'analytics',
    query: analyticsQuerySchema,
    success: { status: 200, description: 'The counts', schema: analyticsSchema },
  },
  readDashboard: {
    action: 'submissions:read',
    group: 'Forms',
    summary: 'Read an overview of your forms',
    description:
      'The submissions of each day, the newest ones of all forms, and what may need a look: spam to review, targets that fail, websites that a form refused, and forms that receive nothing any more. A key with the scope `read` is not told of targets.',
    access: 'subscriber',
    success: { status: 200, description: 'The overview', schema: dashboardSchema },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
