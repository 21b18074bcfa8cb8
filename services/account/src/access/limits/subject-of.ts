import { createHash } from 'node:crypto';

/** Whom a counter in Redis is for, without saying who that is. */
export function subjectOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
