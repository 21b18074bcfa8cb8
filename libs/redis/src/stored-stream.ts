import * as z from 'zod';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

/** A submission that was just stored. */
export interface StoredSubmission {
  readonly id: string;
  readonly formId: string;
}

/** The submissions of one form that a batch stored; the ids are null where they are too many to list. */
export interface StoredOfForm {
  readonly formId: string;
  readonly ids: readonly string[] | null;
}

/** One announcement, and its position in the stream of them. */
export interface StoredBatch {
  readonly position: string;
  readonly forms: readonly StoredOfForm[];
}

/**
 * A form with more submissions than this in one batch is announced without ids: readers load its first page
 * again.
 */
const namedMax = 20;
/** Entries that Redis keeps for readers that were away: a minute at the highest rate, hours on a usual day. */
const batchesKept = 1_000;
/** A large batch over many forms takes 120 kB. So many bytes are kept of batches that are all as large as the newest. */
const bytesKept = 40_000_000;

const formsSchema = z.array(z.tuple([z.uuid(), z.union([z.array(z.uuid()), z.number().int()])]));

/**
 * Announces stored submissions to all readers of the stream, including those that read it later. A batch that
 * is delivered twice is announced twice: readers drop the ids that they know.
 */
export async function announceStored(
  redis: RedisConnection,
  keys: RedisKeys,
  submissions: readonly StoredSubmission[],
): Promise<void> {
  if (submissions.length === 0) return;
  const forms = formatForms(submissions);
  const kept = Math.min(batchesKept, Math.ceil(bytesKept / forms.length));
  await redis.xadd(keys.stored, 'MAXLEN', '~', kept, '*', 'forms', forms);
}

/** Parses an entry of the stream; null where it is malformed. */
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
