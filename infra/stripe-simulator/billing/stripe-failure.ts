export interface FailureDetails {
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
}

/** An error of Stripe's API: a type for the library, a code for programs, a message for people. */
export class StripeFailure extends Error {
  override readonly name = 'StripeFailure';
  readonly status: number;
  readonly type: string;
  readonly details: FailureDetails;

  constructor(status: number, type: string, message: string, details: FailureDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }
}

export function invalidRequest(message: string, details?: FailureDetails): StripeFailure {
  return new StripeFailure(400, 'invalid_request_error', message, details);
}

/** 404 for the id in the address, 400 for one in the parameters. */
export function missing(what: string, id: string, param = 'id'): StripeFailure {
  const status = param === 'id' ? 404 : 400;
  const details = { code: 'resource_missing', param };
  return new StripeFailure(status, 'invalid_request_error', `No such ${what}: '${id}'`, details);
}

export function cardDeclined(): StripeFailure {
  const details = { code: 'card_declined', decline_code: 'generic_decline' };
  return new StripeFailure(402, 'card_error', 'Your card was declined.', details);
}
