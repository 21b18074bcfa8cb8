import type { Prisma } from '@inlet/db/client';
import { invitationMail } from '@inlet/mail/mails/invitation-mail';
import { createInvitation } from '#identity/invitations/create-invitation.ts';
import { isKnown, lockAddress } from '#identity/invitations/invitations.store.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

type InviteDeps = Pick<Resources, 'database' | 'config'>;

/** Invites an address, whether or not it was invited before, and answers the link. The mail is kept with it. */
export function invite({ database, config }: InviteDeps, email: string): Promise<string> {
  return database.prisma.$transaction(async (tx) => {
    await lockAddress(tx, email);
    return inviteIn(tx, config, email);
  });
}

/** The same for who waits; null where somebody else has invited them meanwhile, or they have an account by now. */
export function inviteOnce({ database, config }: InviteDeps, email: string): Promise<string | null> {
  return database.prisma.$transaction(async (tx) => {
    await lockAddress(tx, email);
    return (await isKnown(tx, email)) ? null : inviteIn(tx, config, email);
  });
}

async function inviteIn(
  tx: Prisma.TransactionClient,
  { PUBLIC_URL }: InviteDeps['config'],
  email: string,
): Promise<string> {
  const { invitation, token } = await createInvitation(tx, email);
  const link = `${PUBLIC_URL}/auth?${new URLSearchParams({ invite: token })}`;
  await keepMail(tx, invitationMail(invitation.email, link), invitation.id);
  return link;
}
