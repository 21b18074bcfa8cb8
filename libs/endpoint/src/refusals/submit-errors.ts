import type { ClosingEntry } from '@inlet/contracts/form-closing';
import { fileBytesMax, filesMax } from '@inlet/contracts/submission-limits';
import {
  byteLimitMessage,
  bytesFullMessage,
  formClosedMessage,
  monthFullMessage,
  notOpenYetMessage,
  submissionLimitMessage,
} from '@inlet/contracts/submit-answers';
import { defineHttpError } from '@inlet/http/errors';
import { tooManyValues } from '@inlet/submissions/field-faults';

export const idempotencyKeyMax = 255;
/** The length of `_success_message` in characters; every response repeats it. */
export const successMessageMax = 1_000;

/** The error list uses Formspree's code if one fits, so that its clients understand the refusal. */
const known = (clientCode: string) => () => ({ clientCode });

const formAbsent = 'Form not found or inactive';
export const formNotFound = defineHttpError(404, 'form_not_found', formAbsent, known('FORM_NOT_FOUND'));
export const formInactive = defineHttpError(404, 'form_not_found', formAbsent, known('INACTIVE'));
export const formClosed = defineHttpError(
  403,
  'form_closed',
  (message: string | null) => message ?? formClosedMessage,
  known('INACTIVE'),
);
export const notOpenYet = defineHttpError(
  403,
  'not_open_yet',
  ({ message }: ClosingEntry) => message ?? notOpenYetMessage,
  ({ opensAtMs }: ClosingEntry) => ({ clientCode: 'INACTIVE', told: { date: new Date(opensAtMs ?? 0) } }),
);
export const rulesNotFound = defineHttpError(404, 'rules_not_found', 'This form has no rules');
export const originNotAllowed = defineHttpError(403, 'origin_not_allowed', 'Origin not allowed', known('BLOCKED'));
export const bodyTooLarge = defineHttpError(
  413,
  'too_large',
  (maxBytes: number) => `The submission is larger than ${inUnits(maxBytes)}`,
  (size: number) => ({ told: { size } }),
);
export const typeNotSupported = defineHttpError(
  415,
  'unsupported_type',
  'Send the submission as application/json, application/x-www-form-urlencoded or multipart/form-data',
);
export const encodingNotSupported = defineHttpError(
  415,
  'unsupported_type',
  'Send the submission without a content encoding such as gzip',
);
/** Formspree's client only knows these codes for a whole form. */
export const noFileUploads = defineHttpError(
  422,
  'no_file_uploads',
  'This form takes no files',
  known('NO_FILE_UPLOADS'),
);
export const uploadTooSlow = defineHttpError(408, 'upload_too_slow', 'The files came too slowly. Please try again.');
export const tooManyUploads = defineHttpError(
  503,
  'unavailable',
  'Too many files are being received right now. Please try again in a minute.',
  () => ({ headers: { 'retry-after': '60' } }),
);
export const tooManyFiles = defineHttpError(
  413,
  'too_many_files',
  `A submission can have at most ${filesMax} files`,
  () => ({ clientCode: 'TOO_MANY_FILES', told: { count: filesMax } }),
);
export const filesTooBig = defineHttpError(
  413,
  'files_too_big',
  (_field: string) => `A file can have at most ${inUnits(fileBytesMax)}`,
  () => ({ clientCode: 'FILES_TOO_BIG', told: { size: fileBytesMax } }),
);
export const fileTypeNotAccepted = defineHttpError(
  422,
  'file_type_not_accepted',
  (field: string) => `The field "${field}" does not take files of this type`,
  (field: string) => ({ told: { field } }),
);
export const storageLimitReached = defineHttpError(
  429,
  'storage_limit_reached',
  (limit: string) => `Storage limit reached (${limit}). The owner of the form has to make room for files.`,
);
export const bodyMalformed = defineHttpError(400, 'malformed_body', (reason: string) => reason);
export const brokenOff = () => bodyMalformed('The body ended before it was complete');
export const bodyNotObject = defineHttpError(400, 'not_an_object', 'The body must be a JSON object of fields');
export const submissionEmpty = defineHttpError(400, 'empty_submission', 'The submission has no fields', known('EMPTY'));
export const fieldsInvalid = defineHttpError(
  422,
  'invalid_fields',
  (_field: string, message: string) => message,
  (field: string, message: string) => ({ issues: [{ field, message }] }),
);
export const textInvalid = defineHttpError(
  422,
  'invalid_fields',
  (_field: string, message: string) => message,
  (field: string, message: string) => ({ issues: [{ field, message }], clientCode: 'TYPE_TEXT' }),
);
export const valuesTooMany = () => fieldsInvalid('', tooManyValues);
export const idempotencyKeyInvalid = defineHttpError(
  422,
  'invalid_idempotency_key',
  `The idempotency key must have 1 to ${idempotencyKeyMax} characters`,
);
export const idempotencyKeyReused = defineHttpError(
  422,
  'idempotency_key_reused',
  'This idempotency key was used for a submission with other fields. Send each submission with a key of its own.',
);
export const submissionLimitReached = defineHttpError(429, 'submission_limit_reached', submissionLimitMessage);
export const monthFull = defineHttpError(429, 'submission_limit_reached', monthFullMessage);
export const byteLimitReached = defineHttpError(429, 'byte_limit_reached', byteLimitMessage);
export const bytesFull = defineHttpError(429, 'byte_limit_reached', bytesFullMessage);
export const rateLimited = defineHttpError(
  429,
  'rate_limited',
  'Too many submissions from your address. Please try again in a moment.',
  (retryAfterSeconds: number) => ({ headers: { 'retry-after': String(retryAfterSeconds) } }),
);

export function inUnits(bytes: number): string {
  if (bytes < 1_000_000) return `${bytes / 1_000} kB`;
  return bytes < 1_000_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1_000_000_000} GB`;
}
