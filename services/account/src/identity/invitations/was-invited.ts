import type { PrismaClient, User } from '@inlet/db/client';
import { hasUsedInvitation } from '#identity/invitations/invitations.store.ts';

/** Whether a user signed up by an invitation, which opens plans that others only find on the waitlist. */
export function wasInvited(prisma: PrismaClient, { id }: Pick<User, 'id'>): Promise<boolean> {
  return hasUsedInvitation(prisma, id);
}
