import type { PrismaClient, User } from '@inlet/db/client';
import { hasUsedInvitation } from '#identity/invitations/invitations.store.ts';

/** True if a user came by an invitation or accepted one, which unlocks plans that otherwise have a waitlist. */
export function wasInvited(prisma: PrismaClient, { id }: Pick<User, 'id'>): Promise<boolean> {
  return hasUsedInvitation(prisma, id);
}
