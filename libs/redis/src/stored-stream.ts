import * as z from 'zod';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

/** A submission that was just stored. */
export interface StoredSubmission {
  readonly id: string;
  readonly formId: string;
}

/** What a batch stored of one form: which ones, or null where they are too many to be named. */
export interface StoredOfForm {
  readonly formId: string;
  readonly ids: readonly string[] | null;
}

/** One announcement, and its position in the stream of them. */
export interface StoredBatch {
  readonly position: string;
  readonly forms: readonly StoredOfForm[];
}

/** A form that gets more than this in one batch is read again by whoever looks at it, instead of being followed. */
const namedMax = 20;
/**
 * Announcements that Redis keeps for those who were away: some ten seconds at the highest rate there is, hours on a
 * usual day. A batch has at most 500 submissions, whose ids take 20 kB, so this is 40 MB at worst and a tenth of a
 * megabyte as a rule.
 */
const batchesKept = 2_000;

const formsSchema = z.array(z.tuple([z.uuid(), z.union([z.array(z.uuid()), z.number().int()])]));

/**
 * Tells everybody who listens what was just stored, also those who come a little later. The same submission may be
 * announced twice, as a batch is that is delivered twice: whoever listens drops what it knows.
 */
export async function announceStored(
  redis: RedisConnection,
  keys: RedisKeys,
  submissions: readonly StoredSubmission[],
): Promise<void> {
  if (submissions.length === 0) return;
  await redis.xadd(keys.stored, 'MAXLEN', '~', batchesKept, '*', 'forms', formatForms(submissions));
}

/** Reads an announcement as it lies in the stream; null where it is none. */
export function parseStored(position: string, fields: readonly string[]): StoredBatch | null {
  const forms = formsSchema.safeParse(parseJson(fields[1] ?? ''));
  if (!forms.success) return null;
  return {
    position,
    forms: forms.data.map(([formId, named]) => ({ formId, ids: typeof named === 'number' ? null : named })),
  };
}

function formatForms(submissions: readonly StoredSubmission[]): string {
  const idsOf = new Map<string, string[]>();
  for (const { id, formId } of submissions) {
    const ids = idsOf.get(formId);
    if (ids) ids.push(id);
    else idsOf.set(formId, [id]);
  }
  return JSON.stringify([...idsOf].map(([formId, ids]) => [formId, ids.length > namedMax ? ids.length : ids]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
