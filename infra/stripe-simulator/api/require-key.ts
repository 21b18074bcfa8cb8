import type { Request, RequestHandler } from 'express';
import { StripeFailure } from '#billing/stripe-failure.ts';

/** Accepts any test key. A key of a live account must never be sent here. */
export const requireKey: RequestHandler = (request, _response, next) => {
  const key = keyOf(request);
  if (key === null) throw refusal('You did not provide an API key.');
  if (!/^[sr]k_test_\w+$/.test(key)) throw refusal(`Invalid API Key provided: ${key.slice(0, 8)}***`);
  next();
};

function refusal(message: string): StripeFailure {
  return new StripeFailure(401, 'invalid_request_error', message);
}

/** The library sends the key as a bearer token, `curl -u` as a user name without a password. */
function keyOf(request: Request): string | null {
  const [scheme = '', value = ''] = (request.get('authorization') ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value || null;
  if (scheme.toLowerCase() !== 'basic') return null;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] || null;
}
