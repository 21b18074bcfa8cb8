import { defineHttpError } from '@inlet/service/http-error';

/** Bytes of a request's body. */
export const bodyMaxBytes = 1_000_000;
export const fieldsMax = 200;
/** Characters of a field's name. */
export const fieldNameMax = 200;
export const nestingMax = 10;

export const formNotFound = defineHttpError(404, 'form_not_found', 'Form not found or inactive');
export const originNotAllowed = defineHttpError(403, 'origin_not_allowed', 'Origin not allowed');
export const bodyTooLarge = defineHttpError(413, 'too_large', 'The submission is larger than 1 MB');
export const typeNotSupported = defineHttpError(415, 'unsupported_type', 'Send the submission as application/json');
export const bodyMalformed = defineHttpError(400, 'malformed_body', 'The body is not valid JSON');
export const bodyNotObject = defineHttpError(400, 'not_an_object', 'The body must be a JSON object of fields');
export const submissionEmpty = defineHttpError(400, 'empty_submission', 'The submission has no fields');
export const fieldsInvalid = defineHttpError(
  422,
  'invalid_fields',
  (_field: string, message: string) => message,
  (field: string, message: string) => ({ issues: [{ field, message }] }),
);
