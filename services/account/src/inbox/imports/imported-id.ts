import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

/** What tells an imported submission from all others. */
export interface ImportedIdentity {
  readonly formId: string;
  readonly json: string;
  readonly createdAt: string | null;
  /** The number of identical lines before this one. */
  readonly occurrence: number;
}

/**
 * The id of an imported submission: the same line of the same file has the same id, whenever it is sent. It is a UUID of
 * version 8, which is for custom ids. Its first byte sorts it behind the ids of submissions that were sent.
 */
export function importedId({ formId, json, createdAt, occurrence }: ImportedIdentity): string {
  const text = `import\n${formId}\n${createdAt ?? ''}\n${occurrence}\n${json}`;
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[0] = 0xfe;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}
