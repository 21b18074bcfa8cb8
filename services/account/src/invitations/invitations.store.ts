import type { Invitation, Prisma, PrismaClient } from '@inlet/db/client';

export function insertInvitation(
  prisma: Pick<PrismaClient, 'invitation'>,
  invitation: Prisma.InvitationUncheckedCreateInput,
): Promise<Invitation> {
  return prisma.invitation.create({ data: invitation });
}

/** An invitation is for the address that it was mailed to, once, while it lasts. */
const usable = (tokenHash: string, email: string) => ({
  tokenHash,
  email,
  usedAt: null,
  expiresAt: { gt: new Date() },
});

export async function isUsable(prisma: PrismaClient, tokenHash: string, email: string): Promise<boolean> {
  return (await prisma.invitation.count({ where: usable(tokenHash, email) })) > 0;
}

/** Of two who bring one invitation at once, the second waits for the first and finds it used. */
export async function markUsed(
  tx: Prisma.TransactionClient,
  tokenHash: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: usable(tokenHash, email),
    data: { usedAt: new Date(), userId: id },
  });
  return count === 1;
}
