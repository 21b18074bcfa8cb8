import type { Invitation } from '@inlet/contracts/sessions';
import type { Invitation as StoredInvitation } from '@inlet/db/client';
import { findPersonByEmail } from '#access/people.store.ts';
import { invalidToken } from '#errors.ts';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { isFresh } from '#identity/first-account/first-account.store.ts';
import { isFirstAccountToken } from '#identity/first-account/first-account-token.ts';
import { findInvitation } from '#identity/invitations/invitations.store.ts';
import type { Resources } from '#resources.ts';

type ReadDeps = Pick<Resources, 'config' | 'database'>;

/** An invitation, for the holder of its link. The link of the first account accepts any address. */
export async function readInvitation({ config, database }: ReadDeps, token: string): Promise<Invitation> {
  const { prisma } = database;
  if (isFirstAccountToken(config, token)) {
    const isOpen = await isFresh(prisma);
    return { email: null, state: isOpen ? 'open' : 'used', hasAccount: !isOpen };
  }
  const invitation = await findInvitation(prisma, hashLinkToken(token));
  if (!invitation) throw invalidToken();
  const hasAccount = (await findPersonByEmail(prisma, invitation.email)) !== null;
  return { email: invitation.email, state: stateOf(invitation), hasAccount };
}

function stateOf({ usedAt, expiresAt }: StoredInvitation): Invitation['state'] {
  if (usedAt !== null) return 'used';
  return expiresAt.getTime() > Date.now() ? 'open' : 'expired';
}
