// Verifies a webhook with Node.js alone. Call it with the raw body, before it is parsed.
import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

export function verifyWebhook(rawBody, headers, secret) {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds)) return false; // Too old, from the future, or no number.

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${rawBody}`).digest();
  // There are two signatures while a new secret takes the place of an old one.
  return (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, signature = ''] = part.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
