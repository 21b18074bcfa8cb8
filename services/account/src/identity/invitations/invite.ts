import type { Prisma } from '@inlet/db/client';
import { invitationMail } from '@inlet/mail/mails/invitation-mail';
import { createInvitation } from '#identity/invitations/create-invitation.ts';
import { hasAccount, isServed, lockAddress } from '#identity/invitations/invitations.store.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

type InviteDeps = Pick<Resources, 'database' | 'config'>;

/** Invites an address, whether or not it was invited before, and returns the link. The mail is kept with it. */
export function invite({ database, config }: InviteDeps, email: string): Promise<string> {
  return database.prisma.$transaction(async (tx) => {
    await lockAddress(tx, email);
    return inviteIn(tx, config, email);
  });
}

/** The same for an address of the waitlist; null if another operator has invited it, or it has Early Pro by now. */
export function inviteOnce({ database, config }: InviteDeps, email: string): Promise<string | null> {
  return database.prisma.$transaction(async (tx) => {
    await lockAddress(tx, email);
    return (await isServed(tx, email)) ? null : inviteIn(tx, config, email);
  });
}

async function inviteIn(
  tx: Prisma.TransactionClient,
  { PUBLIC_URL, BILLING }: InviteDeps['config'],
  email: string,
): Promise<string> {
  const { invitation, token } = await createInvitation(tx, email);
  const link = `${PUBLIC_URL}/auth?${new URLSearchParams({ invite: token })}`;
  const invited = { isMember: await hasAccount(tx, invitation.email), sellsPlans: BILLING === 'on' };
  await keepMail(tx, invitationMail(invitation.email, link, invited), invitation.id);
  return link;
}
