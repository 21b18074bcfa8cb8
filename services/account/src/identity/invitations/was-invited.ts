import type { PrismaClient, User } from '@inlet/db/client';

/** Whether somebody came by an invitation; they may buy what is otherwise only on the waitlist. */
export async function wasInvited(prisma: PrismaClient, { id }: Pick<User, 'id'>): Promise<boolean> {
  return (await prisma.invitation.count({ where: { userId: id } })) > 0;
}
