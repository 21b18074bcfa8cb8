import { welcomeMail } from '@inlet/mail/mails/welcome-mail';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Client } from '#access/caller.ts';
import type { KnownPerson } from '#access/people.store.ts';
import { insertAccount, insertPerson } from '#access/people.store.ts';
import { emailTaken, inviteRequired } from '#errors.ts';
import { isEmailTaken } from '#identity/addresses/is-email-taken.ts';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import { isFresh, markFirstAccount } from '#identity/first-account/first-account.store.ts';
import { isFirstAccountToken } from '#identity/first-account/first-account-token.ts';
import { isInvited, useInvitation } from '#identity/invitations/use-invitation.ts';
import { createMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { findJoin, join } from '#identity/workspaces/invite-member.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly invite?: string | undefined;
  /** An invitation to a workspace. */
  readonly join?: string | undefined;
}

/** Makes a person that joins the workspace of others, and has none of its own. */
async function createMember(
  { database: { prisma } }: Pick<Resources, 'database'>,
  client: Client,
  { email, password }: NewAccount,
  token: string,
): Promise<KnownPerson> {
  const tokenHash = hashLinkToken(token);
  await findJoin(prisma, tokenHash, email);
  const passwordHash = await hashPassword(password);
  const id = uuidv7();
  try {
    await prisma.$transaction(async (tx) => {
      await insertPerson(tx, { id, email, passwordHash });
      await join(tx, { person: { id, email }, tokenHash }, client);
    });
  } catch (error) {
    throw isEmailTaken(error) ? emailTaken() : error;
  }
  return { id, passwordHash };
}

/** Creates an account without a plan; of two concurrent requests with one address or invitation, one succeeds. */
export async function createAccount(
  { config, database }: Pick<Resources, 'config' | 'database'>,
  client: Client,
  { join: token, ...account }: NewAccount,
): Promise<KnownPerson> {
  if (token !== undefined) return createMember({ database }, client, account, token);
  const { email, password, invite } = account;
  const { prisma } = database;
  const needsInvitation = config.SIGN_UP === 'invite';
  const isFirst = invite !== undefined && isFirstAccountToken(config, invite) && (await isFresh(prisma));
  // This comes first: without an invitation, the response must not reveal which addresses have an account.
  const isWelcome = !needsInvitation || isFirst || (invite !== undefined && (await isInvited(prisma, invite, email)));
  if (!isWelcome) throw inviteRequired();
  const passwordHash = await hashPassword(password);
  try {
    return await prisma.$transaction(async (tx) => {
      const { id } = await insertAccount(tx, { id: uuidv7(), email, passwordHash });
      const wasInvited = invite !== undefined && (await useInvitation(tx, invite, { id, email }));
      const isStillFirst = (await markFirstAccount(tx)) && isFirst;
      if (needsInvitation && !wasInvited && !isStillFirst) throw inviteRequired();
      const actor = { userId: id, personId: id, name: 'session', ...client };
      await recordAudit(tx, actor, 'account.created', { invited: wasInvited });
      const link = wasInvited ? null : await createMailLink(tx, { personId: id, purpose: 'verify-email', email });
      await keepMail(tx, welcomeMail(email, config.PUBLIC_URL, link?.token ?? null));
      return { id, passwordHash };
    });
  } catch (error) {
    throw isEmailTaken(error) ? emailTaken() : error;
  }
}
