/** The part of a refusal that its page shows. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** What is wrong with single fields. */
  readonly issues?: readonly FieldIssue[] | undefined;
}

export interface FieldIssue {
  readonly field: string;
  readonly message: string;
  /** The name of the field for people, if the message begins with it. */
  readonly label?: string | undefined;
}

/** The visitor's message, in place of the website owner's message in the JSON response. */
interface VisitorWords {
  readonly title: string;
  readonly message: string;
}

const unsent = 'We couldn’t send your message';
const notConnected: VisitorWords = { title: unsent, message: 'This website isn’t connected to the form.' };

const monthFull: VisitorWords = {
  title: unsent,
  message:
    'This form is not accepting messages at the moment, so yours was not sent. Please try again later, or contact the website in another way.',
};

const byCode: Readonly<Record<string, VisitorWords>> = {
  origin_not_allowed: notConnected,
  submission_limit_reached: monthFull,
  byte_limit_reached: monthFull,
  rate_limited: {
    title: 'Please wait a moment',
    message: 'Too many messages came from your connection. Please send yours again in a minute.',
  },
  unavailable: { title: 'Please try again', message: 'Your message was not sent. Please send it again in a moment.' },
};

/**
 * The words for a refusal. A refusal that the visitor can fix, such as a message that is too large, has its own
 * sentence.
 */
export function visitorWords({ status, code, message }: Refusal): VisitorWords {
  return byCode[code] ?? { title: status >= 500 ? 'Please try again' : unsent, message };
}
