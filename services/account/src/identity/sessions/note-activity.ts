import type { PrismaClient, User } from '@inlet/db/client';
import { saveActivity } from '#identity/sessions/activity.store.ts';

const dayMs = 86_400_000;

/**
 * Keeps the account from counting as idle. It is written once a day, so that a busy program does not cause constant
 * writes.
 */
export async function noteActivity(prisma: PrismaClient, { id, lastActiveOn }: User): Promise<void> {
  if (lastActiveOn.getTime() + dayMs <= Date.now()) await saveActivity(prisma, id);
}
