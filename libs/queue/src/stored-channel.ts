import * as z from 'zod';
import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

const messageSchema = z.array(z.string());

/** Tells everybody who listens for which forms submissions were just stored. Nobody may be listening. */
export async function announceStored(
  redis: RedisConnection,
  keys: RedisKeys,
  formIds: readonly string[],
): Promise<void> {
  if (formIds.length > 0) await redis.publish(keys.stored, JSON.stringify([...new Set(formIds)]));
}

/** Reads such a message. */
export function parseStored(message: string): string[] {
  return messageSchema.parse(JSON.parse(message));
}
