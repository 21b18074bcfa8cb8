import { analyticsQuerySchema, analyticsSchema } from '@inlet/contracts/analytics';
import {
  createFormSchema,
  formListSchema,
  formSchema,
  listFormsQuerySchema,
  updateFormSchema,
} from '@inlet/contracts/forms';
import { refusalReportSchema } from '@inlet/contracts/refusals';
import { testSubmissionSchema } from '@inlet/contracts/submissions';
import { submissionLimitMessage } from '@inlet/contracts/submit-answers';
import { HttpError, unavailable } from '@inlet/service/http-error';
import {
  featureNotInPlan,
  formInactive,
  formLimitReached,
  formNotFound,
  invalidCursor,
  tooManyAttempts,
} from '#errors.ts';
import type { Operation } from '#openapi/operation.ts';

const group = 'Forms';
const access = 'subscriber';
const analyticsDetails =
  'Days are in UTC, and today is the last. What was spam when it came is left out; marking or deleting later changes nothing. Of the origins those that sent most are told, a hundred at the most; null stands for none. Days before an installation counted origins may have more in all than by origin. Part of the plans Pro and Early Pro.';

export const formOperations: readonly Operation[] = [
  {
    id: 'listForms',
    route: 'GET /api/v1/forms',
    group,
    summary: 'List your forms',
    access,
    query: listFormsQuerySchema,
    success: { status: 200, says: 'A page, newest first', schema: formListSchema },
    refusals: [invalidCursor()],
  },
  {
    id: 'createForm',
    route: 'POST /api/v1/forms',
    group,
    summary: 'Make a form',
    access,
    details:
      'A new form needs at least one allowed origin. To let every website submit, empty the list with a change of the form. The endpoint takes submissions as soon as this call is answered.',
    body: createFormSchema,
    success: { status: 201, says: 'The form', schema: formSchema },
    refusals: [formLimitReached(20)],
  },
  {
    id: 'readForm',
    route: 'GET /api/v1/forms/:id',
    group,
    summary: 'Read a form',
    access,
    success: { status: 200, says: 'The form', schema: formSchema },
    refusals: [formNotFound()],
  },
  {
    id: 'updateForm',
    route: 'PATCH /api/v1/forms/:id',
    group,
    summary: 'Change a form',
    access,
    details: 'What is left out stays as it is. The endpoint follows within a second.',
    body: updateFormSchema,
    success: { status: 200, says: 'The form', schema: formSchema },
    refusals: [formNotFound()],
  },
  {
    id: 'deleteForm',
    route: 'DELETE /api/v1/forms/:id',
    group,
    summary: 'Delete a form and its submissions',
    access,
    details: 'For good. The endpoint answers 404 within a second.',
    success: { status: 204, says: 'The form is gone' },
    refusals: [formNotFound()],
  },
  {
    id: 'sendTestSubmission',
    route: 'POST /api/v1/forms/:id/test-submission',
    group,
    summary: 'Send a test submission',
    access,
    details:
      'Sends a submission with example fields to the form’s own endpoint, as if from a website that it allows. It is stored and counts like any other.',
    success: { status: 201, says: 'The submission is stored', schema: testSubmissionSchema },
    refusals: [
      formNotFound(),
      formInactive(),
      new HttpError(429, 'submission_limit_reached', submissionLimitMessage(5_000)),
      tooManyAttempts(60),
      unavailable(),
    ],
  },
  {
    id: 'readFormAnalytics',
    route: 'GET /api/v1/forms/:id/analytics',
    group,
    summary: 'Read what a form received, by day and by website',
    access,
    details: analyticsDetails,
    query: analyticsQuerySchema,
    success: { status: 200, says: 'Counts by day and by origin', schema: analyticsSchema },
    refusals: [formNotFound(), featureNotInPlan('Analytics')],
  },
  {
    id: 'readAnalytics',
    route: 'GET /api/v1/analytics',
    group,
    summary: 'Read what all your forms received, by day and by website',
    access,
    details: analyticsDetails,
    query: analyticsQuerySchema,
    success: { status: 200, says: 'Counts by day and by origin', schema: analyticsSchema },
    refusals: [featureNotInPlan('Analytics')],
  },
  {
    id: 'readRefusals',
    route: 'GET /api/v1/forms/:id/refusals',
    group,
    summary: 'Read what the endpoint refused',
    access,
    details: 'In the last seven days: why, when and from where, never what it said.',
    success: { status: 200, says: 'Counts by reason, and the latest ones', schema: refusalReportSchema },
    refusals: [formNotFound(), unavailable()],
  },
];
