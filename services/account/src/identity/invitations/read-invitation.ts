import type { Invitation } from '@inlet/contracts/sessions';
import type { PrismaClient, Invitation as StoredInvitation } from '@inlet/db/client';
import { invalidToken } from '#errors.ts';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { findUserByEmail } from '#identity/credentials/users.store.ts';
import { findInvitation } from '#identity/invitations/invitations.store.ts';

/** An invitation, for the holder of its link. */
export async function readInvitation(prisma: PrismaClient, token: string): Promise<Invitation> {
  const invitation = await findInvitation(prisma, hashLinkToken(token));
  if (!invitation) throw invalidToken();
  const hasAccount = (await findUserByEmail(prisma, invitation.email)) !== null;
  return { email: invitation.email, state: stateOf(invitation), hasAccount };
}

function stateOf({ usedAt, expiresAt }: StoredInvitation): Invitation['state'] {
  if (usedAt !== null) return 'used';
  return expiresAt.getTime() > Date.now() ? 'open' : 'expired';
}
