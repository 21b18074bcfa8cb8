import type { PrismaClient, User } from '@inlet/db/client';
import { hasUsedInvitation } from '#identity/invitations/invitations.store.ts';

/** Whether a user came by an invitation or accepted one, which opens plans that others only find on the waitlist. */
export function wasInvited(prisma: PrismaClient, { id }: Pick<User, 'id'>): Promise<boolean> {
  return hasUsedInvitation(prisma, id);
}
