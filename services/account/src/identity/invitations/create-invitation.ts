import { emailSchema } from '@inlet/contracts/sessions';
import type { Invitation, PrismaClient } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { createLinkToken } from '#identity/credentials/link-token.ts';
import { insertInvitation } from '#identity/invitations/invitations.store.ts';

const invitationDays = 14;

export interface NewInvitation {
  readonly invitation: Invitation;
  /** The token in the link; it cannot be read again later. */
  readonly token: string;
}

/** Invites a mail address. */
export async function createInvitation(
  prisma: Pick<PrismaClient, 'invitation'>,
  email: string,
): Promise<NewInvitation> {
  const { token, tokenHash } = createLinkToken();
  const invitation = await insertInvitation(prisma, {
    id: uuidv7(),
    email: emailSchema.parse(email),
    tokenHash,
    expiresAt: new Date(Date.now() + invitationDays * 86_400_000),
  });
  return { invitation, token };
}
