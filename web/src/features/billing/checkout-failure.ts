import { ApiError } from '#lib/http.ts';

/**
 * The message for a payment page that did not open. The service knows the reason best, such as a last spot that was
 * just taken.
 */
export function checkoutFailure(error: Error): string {
  const isExplained = error instanceof ApiError && error.code !== 'unexpected_answer';
  return isExplained ? error.message : 'Failed to start checkout process. Please try again.';
}
