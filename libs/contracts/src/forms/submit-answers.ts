/** Responses of the public endpoint to programs, with property names that clients of form services already know. */
export interface SubmitSuccess {
  readonly success: true;
  readonly message: string;
  readonly submissionId: string;
  readonly next: string;
}

export interface SubmitFailure {
  readonly success: false;
  readonly error: string;
  readonly code: string;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly field?: string }[];
}

export const defaultSuccessMessage = 'Form submitted successfully';

/** The messages while a form takes nothing, unless its owner wrote one. */
export const formClosedMessage = 'This form takes no more submissions.';
export const notOpenYetMessage = 'This form takes no submissions yet.';

/** The message for a full month if no larger plan is for sale. */
export function monthFullMessage(limit: number | 'N'): string {
  return `Monthly submission limit reached (${limit}). Wait until next month.`;
}

/** The message for a plan whose month is full. */
export function submissionLimitMessage(limit: number | 'N'): string {
  return `Monthly submission limit reached (${limit}). Upgrade your plan or wait until next month.`;
}

/** The message for a plan whose month has no capacity for more data; N includes the unit. */
export function byteLimitMessage(limit: string): string {
  return `Monthly data limit reached (${limit}). Upgrade your plan or wait until next month.`;
}

/** The message for such a plan if no larger plan is for sale. */
export function bytesFullMessage(limit: string): string {
  return `Monthly data limit reached (${limit}). Wait until next month.`;
}
