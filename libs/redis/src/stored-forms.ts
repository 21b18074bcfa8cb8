import * as z from 'zod';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

const formIdsSchema = z.array(z.uuid());

/** Tells all account processes which forms have new submissions. Messages are not kept for a process that is away. */
export async function publishStoredForms(
  redis: RedisConnection,
  keys: RedisKeys,
  submissions: readonly { readonly formId: string }[],
): Promise<void> {
  if (submissions.length === 0) return;
  const formIds = new Set(submissions.map(({ formId }) => formId));
  await redis.publish(keys.storedForms, JSON.stringify([...formIds]));
}

/** Reads such a message; a malformed one returns no forms. */
export function parseStoredForms(message: string): readonly string[] {
  try {
    return formIdsSchema.parse(JSON.parse(message));
  } catch {
    return [];
  }
}
