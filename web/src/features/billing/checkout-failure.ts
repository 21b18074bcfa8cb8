import { ApiError } from '#lib/http.ts';

/** The words for a payment page that did not open. The service knows best why, as when the last spot has just gone. */
export function checkoutFailure(error: Error): string {
  const isExplained = error instanceof ApiError && error.code !== 'unexpected_answer';
  return isExplained ? error.message : 'Failed to start checkout process. Please try again.';
}
