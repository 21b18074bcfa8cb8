import { defaultSuccessMessage, submissionLimitMessage } from '@inlet/contracts/submit-answers';
import { HttpError, serverError, unavailable } from '@inlet/service/http-error';
import * as z from 'zod';
import type { Operation } from '#openapi/operation.ts';

/** The fields are the website's own; those that begin with `_` steer and are not stored. */
export const submitSchema = z
  .object({
    _redirect: z.string().optional(),
    _next: z.string().optional(),
    _success_message: z.string().optional(),
    _gotcha: z.string().optional(),
    _honeypot: z.string().optional(),
    _idempotency_key: z.string().max(255).optional(),
    _subject: z.string().optional(),
    _replyto: z.string().optional(),
  })
  .catchall(z.any());

export const submitSuccessSchema = z.object({
  success: z.literal(true),
  message: z.string().default(defaultSuccessMessage),
  submissionId: z.uuid(),
  next: z.string(),
});

export const submitFailureSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  errors: z.array(z.object({ code: z.string(), message: z.string(), field: z.string().optional() })),
});

/** Another service refuses these; a person reads here what it says there. */
const refusals = [
  new HttpError(400, 'malformed_body', 'The body could not be read'),
  new HttpError(400, 'not_an_object', 'The body must be a JSON object of fields'),
  new HttpError(400, 'empty_submission', 'The submission has no fields'),
  new HttpError(403, 'origin_not_allowed', 'Origin not allowed'),
  new HttpError(404, 'form_not_found', 'Form not found or inactive'),
  new HttpError(413, 'too_large', 'The submission is larger than 1 MB'),
  new HttpError(415, 'unsupported_type', 'The content type is none of the three, or a field contains a file'),
  new HttpError(
    422,
    'invalid_fields',
    'More than 200 fields, too long a name, too deep, or a character that cannot be stored',
  ),
  new HttpError(422, 'invalid_idempotency_key', 'The idempotency key must have 1 to 255 characters'),
  new HttpError(
    422,
    'idempotency_key_reused',
    'This idempotency key was used for a submission with other fields. Send each submission with a key of its own.',
  ),
  new HttpError(429, 'submission_limit_reached', submissionLimitMessage(5_000)),
  new HttpError(429, 'rate_limited', 'Too many submissions from your address. Please try again in a moment.'),
  serverError(),
  unavailable(),
];

const submit: Omit<Operation, 'id' | 'route' | 'summary'> = {
  group: 'Sending submissions',
  details:
    'The public endpoint of a form: no account is needed, only a website that the form allows. A script gets JSON; a browser that sends the form by itself gets a page, or goes on to where `_redirect` says. A submission that is acknowledged is stored durably.',
  access: 'everybody',
  body: submitSchema,
  bodyTypes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  headers: { 'Idempotency-Key': 'A repeat with the same key and the same fields is stored once: 1 to 255 characters.' },
  success: { status: 200, says: 'The submission is stored', schema: submitSuccessSchema },
  refusals,
  isOwn: false,
};

export const sendingOperations: readonly Operation[] = [
  { ...submit, id: 'submit', route: 'POST /api/forms/:endpointId', summary: 'Send a submission' },
  { ...submit, id: 'submitShort', route: 'POST /f/:endpointId', summary: 'Send a submission, by the short address' },
];
