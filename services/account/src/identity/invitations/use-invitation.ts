import type { Prisma, PrismaClient } from '@inlet/db/client';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { isUsable, markUsed } from '#identity/invitations/invitations.store.ts';

/** Returns whether an invitation lets this address in, before any work is done for it. */
export function isInvited(prisma: PrismaClient, token: string, email: string): Promise<boolean> {
  return isUsable(prisma, hashLinkToken(token), email);
}

/** Uses an invitation up for a new account, in the transaction that makes it; returns false where it is not valid. */
export function useInvitation(
  tx: Prisma.TransactionClient,
  token: string,
  account: { readonly id: string; readonly email: string },
): Promise<boolean> {
  return markUsed(tx, hashLinkToken(token), account);
}
