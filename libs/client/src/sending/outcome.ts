import type { Item } from '#sending/queue.ts';

export interface FieldError {
  /** The field's name; missing if the whole submission is meant. */
  readonly field?: string;
  readonly code: string;
  readonly message: string;
}

export interface Sent {
  readonly state: 'sent';
  readonly submissionId: string;
  readonly message: string;
  /** The page to show next: the redirect of the page or of the form, or else Inlet's thank-you page. */
  readonly next: string;
}

export interface Queued {
  readonly state: 'queued';
  readonly message: string;
}

export interface Refused {
  readonly state: 'refused';
  readonly message: string;
  /** The service's code; `http_STATUS` without one, `http_0` without an answer, `expired` after a week in the queue. */
  readonly code: string;
  readonly errors: readonly FieldError[];
  /** Set if the service has not decided: after this time, another attempt may succeed. */
  readonly retryAfterMs?: number | undefined;
}

/** What became of a submission. */
export type Outcome = Sent | Queued | Refused;

/** What became of a saved submission, perhaps of an earlier page, and the submission. */
export type SettledItem = Item & (Sent | Refused) & { readonly code?: string };

declare global {
  interface GlobalEventHandlersEventMap {
    'inlet:sent': CustomEvent<Sent>;
    'inlet:queued': CustomEvent<Queued>;
    'inlet:refused': CustomEvent<Refused>;
  }
  interface WindowEventMap {
    'inlet:settled': CustomEvent<SettledItem>;
  }
}
