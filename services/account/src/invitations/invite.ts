import type { AccountDeps } from '#deps.ts';
import { createInvitation } from '#invitations/create-invitation.ts';
import { invitationMail } from '#mails/invitation-mail.ts';
import { sendMail } from '#mails/send-mail.ts';

type InviteDeps = Pick<AccountDeps, 'database' | 'producer' | 'config'>;

/** Mails an invitation to an address, and answers its link. Where the mail cannot be handed over, there is none. */
export function invite({ database, producer, config }: InviteDeps, email: string): Promise<string> {
  return database.prisma.$transaction(async (tx) => {
    const { invitation, token } = await createInvitation(tx, email);
    const link = `${config.PUBLIC_URL}/auth?${new URLSearchParams({ invite: token })}`;
    await sendMail({ producer }, invitationMail(invitation.email, link), invitation.id);
    return link;
  });
}
