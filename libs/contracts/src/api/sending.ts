import * as z from 'zod';
import type { RefusalDeclaration } from '#api/refusals/refusals.ts';
import type { Route } from '#api/route.ts';
import {
  byteLimitMessage,
  defaultSuccessMessage,
  formClosedMessage,
  notOpenYetMessage,
  submissionLimitMessage,
} from '#forms/submit-answers.ts';
import { fileBytesMax, filesMax } from '#inbox/submission-limits.ts';

type SubmitRefusal = RefusalDeclaration & { readonly message: string };

const text = (description: string) => z.string().optional().meta({ description });

/**
 * The fields are defined by the website. Those that start with an underscore are options for Inlet and are not stored.
 */
const submitSchema = z
  .object({
    _redirect: text(
      'The address that a browser goes to next. The form must allow its origin. Beyond 2,000 characters it is ignored.',
    ),
    _next: text('The same as `_redirect`.'),
    _success_message: z.string().max(1_000).optional().meta({ description: 'The message of the answer.' }),
    _gotcha: text('Leave it empty. People do not see the field, so a submission that fills it in is spam.'),
    _honeypot: text('The same as `_gotcha`.'),
    _idempotency_key: z.string().max(255).optional().meta({ description: 'The same as the header `Idempotency-Key`.' }),
    _subject: text('The subject of the notification. Cut off after 500 characters.'),
    _replyto: text('The address that replies to the notification go to. Cut off after 500 characters.'),
  })
  .catchall(z.any())
  .meta({ id: 'Submit' });

const submitSuccessSchema = z
  .object({
    success: z.literal(true),
    message: z.string().default(defaultSuccessMessage),
    submissionId: z.uuid(),
    next: z.string().meta({ description: 'The address that the visitor can go to next.' }),
  })
  .meta({ id: 'SubmitSuccess' });

export const submitFailureSchema = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: 'A sentence for people.' }),
    code: z.string().meta({ description: 'A stable code for programs.' }),
    errors: z.array(z.object({ code: z.string(), message: z.string(), field: z.string().optional() })).meta({
      description:
        'The same as a list, with `field` if one field is at fault. Its codes are Formspree’s where one fits: `FORM_NOT_FOUND`, `INACTIVE`, `BLOCKED`, `EMPTY`, `NO_FILE_UPLOADS`, `TOO_MANY_FILES`, `FILES_TOO_BIG`, `TYPE_TEXT`, `REQUIRED_FIELD_MISSING`, `REQUIRED_FIELD_EMPTY`, `TYPE_EMAIL`, `TYPE_NUMERIC`.',
    }),
  })
  .meta({ id: 'SubmitFailure' });

const schemaRefusals: readonly SubmitRefusal[] = [
  { status: 404, code: 'form_not_found', message: 'Form not found or inactive' },
  { status: 404, code: 'rules_not_found', message: 'This form has no rules' },
];

/** Refusals of the service ingest; some of the sentences name the field or the limit. */
export const submitRefusals: readonly SubmitRefusal[] = [
  { status: 400, code: 'malformed_body', message: 'The body could not be read' },
  { status: 400, code: 'not_an_object', message: 'The body must be a JSON object of fields' },
  { status: 400, code: 'empty_submission', message: 'The submission has no fields' },
  { status: 403, code: 'origin_not_allowed', message: 'Origin not allowed' },
  { status: 403, code: 'form_closed', message: formClosedMessage },
  { status: 403, code: 'not_open_yet', message: notOpenYetMessage },
  { status: 404, code: 'form_not_found', message: 'Form not found or inactive' },
  { status: 408, code: 'upload_too_slow', message: 'The files came too slowly. Please try again.' },
  { status: 413, code: 'too_large', message: 'The submission is larger than 1 MB' },
  { status: 413, code: 'too_many_files', message: `A submission can have at most ${filesMax} files` },
  { status: 413, code: 'files_too_big', message: `A file can have at most ${fileBytesMax / 1_000_000} MB` },
  {
    status: 415,
    code: 'unsupported_type',
    message: 'The content type is not one of the three',
  },
  {
    status: 422,
    code: 'invalid_fields',
    message:
      'More than 200 fields, a name or a `_success_message` that is too long, too much nesting, a character that cannot be stored, or fields that break the rules of the form',
  },
  { status: 422, code: 'invalid_idempotency_key', message: 'The idempotency key must have 1 to 255 characters' },
  {
    status: 422,
    code: 'idempotency_key_reused',
    message:
      'This idempotency key was used for a submission with other fields. Send each submission with a key of its own.',
  },
  { status: 422, code: 'no_file_uploads', message: 'This form takes no files' },
  { status: 422, code: 'file_type_not_accepted', message: 'The field does not take files of this type' },
  { status: 429, code: 'storage_limit_reached', message: 'Storage limit reached (N)' },
  { status: 429, code: 'submission_limit_reached', message: submissionLimitMessage('N') },
  { status: 429, code: 'byte_limit_reached', message: byteLimitMessage('N') },
  {
    status: 429,
    code: 'rate_limited',
    message: 'Too many submissions from your address. Please try again in a moment.',
  },
];

const submit = {
  group: 'Sending submissions',
  description:
    'The public endpoint of a form. It needs no account, only a website that the form allows. A script gets JSON; a browser that sends the form itself gets a page, or is redirected to `_redirect`. A submission that is acknowledged is stored durably.',
  access: 'public',
  body: submitSchema,
  headers: { 'Idempotency-Key': 'A repeat with the same key and the same fields is stored once: 1 to 255 characters.' },
  success: { status: 200, description: 'The submission is stored', schema: submitSuccessSchema },
} as const;

/** The public endpoint of the service ingest: it is described here, but is not part of the management API. */
export const sendingRoutes = {
  submit: { ...submit, address: 'POST /api/forms/:endpointId', summary: 'Send a submission' },
  submitShort: { ...submit, address: 'POST /f/:endpointId', summary: 'Send a submission to the short address' },
} as const satisfies Readonly<Record<string, Route & { readonly address: string }>>;

/** The rules of a form for programs, which ingest serves as well. */
export const schemaRoute = {
  address: 'GET /api/forms/:endpointId/schema',
  group: 'Sending submissions',
  summary: 'Read what a form expects',
  description: 'The rules of the form as JSON Schema 2020-12, for submissions that are sent as JSON.',
  access: 'public',
  success: { status: 200, description: 'The schema', contentTypes: ['application/schema+json'] },
  refused: schemaRefusals,
} as const satisfies Route & { readonly address: string; readonly refused: readonly SubmitRefusal[] };
export const submitTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const;
