import { createHmac } from 'node:crypto';
import { isSameSecret } from '@inlet/crypto/same-secret';
import type { Secrets } from '@inlet/process/config';

/** The header that marks a submission as the test of a check-up. */
export const testMarkHeader = 'x-inlet-test';

/** Longer than a check-up takes. */
const validMs = 120_000;

/** Signs the mark of a test for one endpoint. It may go over the public address, since it opens nothing else. */
export function signTestMark(tokens: Secrets, endpointId: string, now = Date.now()): string {
  const until = String(now + validMs);
  return `${until}.${signature(tokens[0], endpointId, until)}`;
}

/** True for the mark of a check-up of this installation. */
export function isTestMark(
  header: string | readonly string[] | undefined,
  tokens: Secrets,
  endpointId: string,
  now = Date.now(),
): boolean {
  const [, until, given] = typeof header === 'string' ? (/^(\d{13})\.([\w-]{43})$/.exec(header) ?? []) : [];
  if (until === undefined || given === undefined || Number(until) < now) return false;
  return tokens.some((token) => isSameSecret(given, signature(token, endpointId, until)));
}

function signature(token: string, endpointId: string, until: string): string {
  return createHmac('sha256', token).update(`inlet test submission ${endpointId} ${until}`).digest('base64url');
}
