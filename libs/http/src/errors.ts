import { STATUS_CODES } from 'node:http';
import type { FieldIssue, ToldValues } from '@inlet/contracts/visitor-pages/visitor-words';

export interface HttpIssue extends FieldIssue {
  /** A stable code of its own. */
  readonly code?: string;
}

export interface HttpErrorDetails {
  readonly issues?: readonly HttpIssue[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The code that clients of form services use in the list of errors. */
  readonly clientCode?: string;
  /** The values in the message, for a page in another language. */
  readonly told?: ToldValues;
}

/** An intended refusal: its message is for people, its code for programs. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: string;
  readonly details: HttpErrorDetails;

  constructor(status: number, code: string, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Declares a kind of refusal; the result creates an error to throw. */
export function defineHttpError<Args extends readonly unknown[]>(
  status: number,
  code: string,
  message: string | ((...args: Args) => string),
  details?: (...args: Args) => HttpErrorDetails,
): (...args: Args) => HttpError {
  return (...args) =>
    new HttpError(status, code, typeof message === 'string' ? message : message(...args), details?.(...args));
}

export const notFound = defineHttpError(404, 'not_found', 'There is nothing at this address');
export const malformedBody = defineHttpError(400, 'malformed_body', 'The body could not be read as JSON');
export const unsupportedType = defineHttpError(
  415,
  'unsupported_type',
  'This content type or encoding is not accepted',
);
export const tooLarge = defineHttpError(413, 'too_large', 'The body is too large');
export const serverError = defineHttpError(500, 'server_error', 'Server error');
export const unavailable = defineHttpError(
  503,
  'unavailable',
  'The service is not available right now. Please try again in a moment.',
  () => ({ headers: { 'retry-after': '2' } }),
);
export const methodNotAllowed = defineHttpError(
  405,
  'method_not_allowed',
  (allow: string) => `This address only answers ${allow}`,
  (allow: string) => ({ headers: { allow } }),
);

/** Maps any thrown value to the error that the client gets. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  // Express throws this for an address such as `/%ff`, whose escapes are not valid text.
  if (error instanceof URIError) return notFound();
  return refusalOf(error) ?? serverError();
}

/** Express and its middleware mark mistakes of the caller, such as a range outside the file. */
function refusalOf(error: unknown): HttpError | null {
  // Their errors have `expose`; errors of a client library do not, and their status is that of a response it received.
  if (!(error instanceof Error) || !('expose' in error)) return null;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 500;
  if (status < 400 || status >= 500) return null;
  if (status === 400) return malformedBody();
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  return new HttpError(status, reason.toLowerCase().replaceAll(/[^a-z]+/g, '_'), reason);
}
