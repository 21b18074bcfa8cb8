import type { Person, User } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { invalidToken, otherInvitation } from '#errors.ts';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { findInvitation } from '#identity/invitations/invitations.store.ts';
import { useInvitation } from '#identity/invitations/use-invitation.ts';
import type { Resources } from '#resources.ts';

/** Uses an invitation for an existing account. A second click on the link finds it used by this account. */
export async function acceptInvitation(
  { database: { prisma } }: Pick<Resources, 'database'>,
  actor: Actor,
  { person: { email }, user, token }: { readonly person: Person; readonly user: User; readonly token: string },
): Promise<void> {
  const isUsed = await prisma.$transaction(async (tx) => {
    if (!(await useInvitation(tx, token, { id: user.id, email }))) return false;
    await recordAudit(tx, actor, 'account.invitation_accepted');
    return true;
  });
  if (!isUsed) {
    const invitation = await findInvitation(prisma, hashLinkToken(token));
    if (invitation && invitation.email !== email) throw otherInvitation();
    if (invitation?.userId !== user.id) throw invalidToken();
  }
}
