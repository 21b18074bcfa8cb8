import type { Person, PrismaClient, User } from '@inlet/db/client';
import type { Seat } from '#access/seat.ts';
import { findSeat } from '#access/seats.store.ts';
import { saveActivity, saveMemberActivity, savePersonActivity } from '#identity/sessions/activity.store.ts';

const dayMs = 86_400_000;

/**
 * Keeps the account from counting as idle. It is written once a day, so that a busy program does not cause constant
 * writes.
 */
export async function noteActivity(
  prisma: PrismaClient,
  { id, lastActiveOn }: Pick<User, 'id' | 'lastActiveOn'>,
): Promise<void> {
  if (isBeforeToday(lastActiveOn)) await saveActivity(prisma, id);
}

/** The same of the person that signed in, and of the person in a workspace. */
export async function notePresence(prisma: PrismaClient, person: Person, seat: Seat | null): Promise<void> {
  if (isBeforeToday(person.lastActiveOn)) await savePersonActivity(prisma, person.id);
  if (seat === null) return;
  const { lastActiveOn } = seat.membership;
  if (lastActiveOn === null || isBeforeToday(lastActiveOn)) {
    await saveMemberActivity(prisma, seat.user.id, person.id);
  }
  await noteActivity(prisma, seat.user);
}

/** The same of a person that signs in, and of the workspace that the person finds then. */
export async function noteSignIn(prisma: PrismaClient, personId: string): Promise<void> {
  await savePersonActivity(prisma, personId);
  const seat = await findSeat(prisma, personId, {});
  if (seat) await noteActivity(prisma, seat.user);
}

function isBeforeToday(day: Date): boolean {
  return day.getTime() + dayMs <= Date.now();
}
