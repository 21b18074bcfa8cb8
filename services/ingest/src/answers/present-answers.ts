import { defaultSuccessMessage, type SubmitFailure, type SubmitSuccess } from '@inlet/contracts/submit-answers';
import type { HttpError } from '@inlet/service/http-error';

/** What a program reads when its submission is stored. */
export function presentSuccess(submissionId: string, message: string | null, next: string): SubmitSuccess {
  return { success: true, message: message ?? defaultSuccessMessage, submissionId, next };
}

/** What a program reads when its submission is refused. */
export function presentFailure({ message, code, details }: HttpError): SubmitFailure {
  const listed = details.clientCode ?? code;
  const errors = details.issues?.map(({ field, message: text }) => ({
    code: listed,
    message: text,
    ...(field !== '' && { field }),
  }));
  return { success: false, error: message, code, errors: errors ?? [{ code: listed, message }] };
}
