import type { Answer } from '#sending/post.ts';

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
  /** The page to show next: the form's redirect, or else Inlet's thank-you page. */
  readonly next: string;
}

export interface Queued {
  readonly state: 'queued';
  readonly message: string;
}

export interface Refused {
  readonly state: 'refused';
  readonly message: string;
  /** The service's code, `http_STATUS`, `unreachable` or `expired`. */
  readonly code: string;
  readonly errors: readonly FieldError[];
}

/** What became of a submission. */
export type Outcome = Sent | Queued | Refused;

/** The body of an answer of the endpoint, as far as it is one. */
interface AnswerBody {
  readonly success?: boolean;
  readonly message?: string;
  readonly submissionId?: string;
  readonly next?: string;
  readonly error?: string;
  readonly code?: string;
  readonly errors?: readonly FieldError[];
}

/** What the service decided; undefined if a later attempt may be answered otherwise. */
export function readOutcome({ status, text }: Answer, refusedText: string): Sent | Refused | undefined {
  const body = parse(text);
  // A page of a hotel's network also answers 200: only the service's own words say that a submission is stored.
  if (body.success && body.submissionId) {
    const { submissionId, message = '', next = '' } = body;
    return { state: 'sent', submissionId, message, next };
  }
  const isRefused = status >= 400 && status < 500 && status !== 408 && (status !== 429 || isMonthFull(body));
  return isRefused ? readRefusal({ status, text }, refusedText) : undefined;
}

/** The reason of an answer that stored nothing; a page of a proxy is known by its status alone. */
export function readRefusal({ status, text }: Pick<Answer, 'status' | 'text'>, refusedText: string): Refused {
  const { error = refusedText, code = status ? `http_${status}` : 'unreachable', errors = [] } = parse(text);
  return { state: 'refused', message: error, code, errors };
}

/** Waiting for the next month is no matter of seconds. */
function isMonthFull({ code = '' }: AnswerBody): boolean {
  return code.endsWith('limit_reached');
}

function parse(text: string): AnswerBody {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
