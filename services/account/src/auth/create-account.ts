import type { User } from '@inlet/db/client';
import type { Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { recordAuditOf } from '#audit/record-audit.ts';
import { isEmailTaken } from '#auth/is-email-taken.ts';
import { hashPassword } from '#auth/passwords.ts';
import type { AccountDeps } from '#deps.ts';
import { emailTaken, inviteRequired } from '#errors.ts';
import { isInvited, useInvitation } from '#invitations/use-invitation.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly invite?: string | undefined;
}

/** Makes an account without a plan; of two with one address or one invitation at once, one is made. */
export async function createAccount(
  { config, database }: Pick<AccountDeps, 'config' | 'database'>,
  response: Response,
  { email, password, invite }: NewAccount,
): Promise<User> {
  const { prisma } = database;
  const needsInvitation = config.SIGN_UP === 'invite';
  // Before anything else: without an invitation nobody learns which addresses have an account.
  const isWelcome = !needsInvitation || (invite !== undefined && (await isInvited(prisma, invite, email)));
  if (!isWelcome) throw inviteRequired();
  const passwordHash = await hashPassword(password);
  try {
    return await prisma.$transaction(async (tx) => {
      const user = await tx.user.create({ data: { id: uuidv7(), email, passwordHash } });
      const wasInvited = invite !== undefined && (await useInvitation(tx, invite, user));
      if (needsInvitation && !wasInvited) throw inviteRequired();
      const details = { invited: wasInvited };
      await recordAuditOf(tx, { userId: user.id, actor: 'session', response, action: 'account.created', details });
      return user;
    });
  } catch (error) {
    throw isEmailTaken(error) ? emailTaken() : error;
  }
}
