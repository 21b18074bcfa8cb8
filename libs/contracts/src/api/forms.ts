import { usageSchema } from '#account/usage.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import {
  defaultRetentionSchema,
  retentionQuerySchema,
  retentionSchema,
  updateRetentionSchema,
} from '#forms/form-retention.ts';
import { createFormSchema, formListSchema, formSchema, listFormsQuerySchema, updateFormSchema } from '#forms/forms.ts';
import { refusalReportSchema } from '#forms/refusals.ts';
import { spamSettingsSchema, updateSpamSettingsSchema } from '#inbox/spam.ts';
import { testSubmissionSchema } from '#inbox/submissions.ts';

const spamSettings = { description: 'The settings', schema: spamSettingsSchema };
const retention = { description: 'How long submissions are kept', schema: retentionSchema };
const defaultRetention = { description: 'The days of new forms', schema: defaultRetentionSchema };
const form = { description: 'The form', schema: formSchema };

export const formRoutes = {
  listForms: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'List your forms',
    access: 'subscriber',
    query: listFormsQuerySchema,
    success: { status: 200, description: 'A page, newest first', schema: formListSchema },
    refusals: ['invalidCursor'],
  },
  createForm: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Create a form',
    description:
      'A new form needs at least one allowed origin. To let every website submit, empty the list by a change of the form. The endpoint accepts submissions as soon as this call is answered.',
    access: 'subscriber',
    body: createFormSchema,
    success: { status: 201, ...form },
    refusals: ['formLimitReached'],
  },
  readForm: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read a form',
    access: 'form',
    success: { status: 200, ...form },
  },
  updateForm: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Change a form',
    description: 'Fields that are left out stay as they are. The endpoint follows within a second.',
    access: 'form',
    body: updateFormSchema,
    success: { status: 200, ...form },
  },
  deleteForm: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Delete a form and its submissions',
    description: 'This cannot be undone. The endpoint answers 404 within a second.',
    access: 'form',
    success: { status: 204, description: 'The form is deleted' },
  },
  sendTestSubmission: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Send a test submission',
    description:
      'Sends example fields to the form’s own endpoint, as if from a website that the form allows. The submission is stored and counts like any other.',
    access: 'form',
    // Each is the press of a button; a program that sends many should use the endpoint.
    limit: { name: 'test-submission:account', per: 'account', max: 20, windowSeconds: 60 },
    success: { status: 201, description: 'The submission is stored', schema: testSubmissionSchema },
    refusals: ['formInactive', 'submissionLimitReached'],
  },
  readRefusals: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read what the endpoint refused',
    description: 'Of the last seven days: the reason, the time and the origin of each refusal, never its content.',
    access: 'form',
    success: { status: 200, description: 'Counts by reason, and the latest refusals', schema: refusalReportSchema },
  },
  readSpamSettings: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read the settings for spam of a form',
    access: 'form',
    success: { status: 200, ...spamSettings },
  },
  updateSpamSettings: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Change the settings for spam of a form',
    description:
      'Fields that are left out stay as they are. The next submission is judged by the change; stored submissions stay where they are.',
    access: 'form',
    body: updateSpamSettingsSchema,
    success: { status: 200, ...spamSettings },
  },
  readRetention: {
    action: 'forms:read',
    group: 'Forms',
    summary: 'Read how long a form keeps submissions',
    description:
      'With `days` in the query, `expired` counts for that number: ask before you choose a smaller one. A form whose plan no longer includes automatic deletion keeps its number, and nothing is deleted.',
    access: 'form',
    query: retentionQuerySchema,
    success: { status: 200, ...retention },
  },
  updateRetention: {
    action: 'forms:write',
    group: 'Forms',
    summary: 'Change how long a form keeps submissions',
    description:
      'Submissions that are older are deleted within minutes, for good: read, starred and noted ones, and spam, too. `expired` says how many that are now. Age counts from `createdAt`.',
    access: 'form',
    feature: 'automatic_deletion',
    body: updateRetentionSchema,
    success: { status: 200, ...retention },
  },
  readDefaultRetention: {
    action: 'forms:read',
    group: 'Account',
    summary: 'Read how long new forms keep submissions',
    access: 'account',
    success: { status: 200, ...defaultRetention },
  },
  updateDefaultRetention: {
    action: 'workspace:update',
    group: 'Account',
    summary: 'Change how long new forms keep submissions',
    description: 'Forms that exist stay as they are.',
    access: 'account',
    feature: 'automatic_deletion',
    body: updateRetentionSchema,
    success: { status: 200, ...defaultRetention },
  },
  readUsage: {
    action: 'forms:read',
    group: 'Account',
    summary: 'Read your usage of the plan',
    access: 'account',
    success: { status: 200, description: 'The usage of this month', schema: usageSchema },
  },
} as const satisfies Partial<Record<RouteId, Route>>;
