import { createHash, randomUUIDv7 } from 'node:crypto';
import { stringify } from 'uuid';
import { idempotencyKeyInvalid, idempotencyKeyMax } from '#submissions/submit-errors.ts';

/** The key that makes a repeat recognisable: the header's, else the field's, else none. */
export function idempotencyKeyOf(header: string | string[] | undefined, field: string | null): string | null {
  const key = header === undefined ? field : String(header);
  if (key === null) return null;
  if (key.length === 0 || key.length > idempotencyKeyMax) throw idempotencyKeyInvalid();
  return key;
}

/** A new id; with a key always the same one, so that the database itself recognises the repeat. */
export function submissionId(formId: string, key: string | null): string {
  return key === null ? randomUUIDv7() : derivedId(formId, key);
}

/** A UUID of version 8, which is the one for ids that follow a rule of their own. */
function derivedId(formId: string, key: string): string {
  const bytes = createHash('sha256').update(`${formId}\n${key}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}
