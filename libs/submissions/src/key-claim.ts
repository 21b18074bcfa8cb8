import { createHash } from 'node:crypto';

/** A form's idempotency key, and the digest of the payload that it belongs to. */
export interface KeyClaim {
  /** Names the form and the key. */
  readonly name: string;
  readonly digest: string;
}

/** Marks the name of a claim without a key: it is the id of its submission, and so is its digest. */
const idMark = 'id:';

/** The claim of a submission without a key, so that a repeat of it is recognised. */
export function claimOfId(id: string): KeyClaim {
  return { name: idMark + id, digest: id };
}

/** The id of the submission that a claim belongs to. */
export function idOfClaim({ name, digest }: KeyClaim): string {
  return name.startsWith(idMark) ? digest : derivedId(name + digest);
}

/** A UUID of version 8, which is for custom ids. Its first byte sorts it after all ids by time. */
export function derivedId(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[0] = 0xff;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
