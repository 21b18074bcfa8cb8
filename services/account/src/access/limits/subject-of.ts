import { createHash } from 'node:crypto';

/** Names a counter's subject in Redis without revealing it. */
export function subjectOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
