import { defaultSuccessMessage, type SubmitFailure, type SubmitSuccess } from '@inlet/contracts/submit-answers';
import type { Refusal } from '@inlet/contracts/visitor-pages/visitor-words';
import type { HttpError } from '@inlet/http/errors';

/** The JSON response for a stored submission. */
export function presentSuccess(submissionId: string, message: string | null, next: string): SubmitSuccess {
  return { success: true, message: message ?? defaultSuccessMessage, submissionId, next };
}

/** The part of a refusal that a page shows. */
export function presentRefusal({ status, code, message, details: { issues, told } }: HttpError): Refusal {
  return { status, code, message, issues, told };
}

/** The JSON response for a refused submission. */
export function presentFailure({ message, code, details }: HttpError): SubmitFailure {
  const listed = details.clientCode ?? code;
  const errors = details.issues?.map(({ field, message: text, code: own }) => ({
    code: own ?? listed,
    message: text,
    ...(field !== '' && { field }),
  }));
  return { success: false, error: message, code, errors: errors ?? [{ code: listed, message }] };
}
