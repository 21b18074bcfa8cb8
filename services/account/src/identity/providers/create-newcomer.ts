import type { Prisma } from '@inlet/db/client';
import { welcomeMail } from '@inlet/mail/mails/welcome-mail';
import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { markFirstAccount } from '#identity/first-account/first-account.store.ts';
import { markUsed } from '#identity/invitations/invitations.store.ts';
import type { Admitted, Arrival } from '#identity/providers/arrival.ts';
import { insertIdentity } from '#identity/providers/identities.store.ts';
import { findInvitationHash, insertNewcomer, type Seat, workspaceExists } from '#identity/providers/newcomers.store.ts';
import { type Provider, SignInRefused } from '#identity/providers/provider.ts';
import { createMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { join } from '#identity/workspaces/invite-member.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

type CreateDeps = Pick<Resources, 'config' | 'database'>;

/**
 * Makes a person for an identity that nobody has. The operator decides about the people of the own issuer; the others
 * need an invitation wherever a sign-up needs one. An invitation to a workspace is one, and has shown whose the address
 * is.
 */
export function createNewcomer(
  { config, database }: CreateDeps,
  client: Client,
  { provider, provided, begun }: Arrival,
  email: string,
): Promise<Admitted> {
  const isTrusted = provider.isOperators && config.OIDC_TRUST_EMAIL === 'on';
  const { joinHash } = begun;
  const isVerified = provided.isVerified || isTrusted || joinHash !== null;
  return database.prisma.$transaction(async (tx) => {
    const seat = await findSeat(tx, config, provider);
    const home = seat ?? (joinHash === null ? 'own' : 'none');
    const person = await insertNewcomer(tx, { email, isVerified }, home);
    await insertIdentity(tx, provided, person.id);
    // An invitation belongs to an account, which somebody who joins a workspace does not have.
    const inviteHash = home !== 'own' || !isVerified ? null : await findInvitationHash(tx, email);
    const isInvited = inviteHash !== null && (await markUsed(tx, inviteHash, person));
    const isFirst = (await markFirstAccount(tx)) && begun.isFirst;
    const joined = joinHash === null ? null : await join(tx, { person, tokenHash: joinHash }, client);
    const isWelcome = joined !== null || provider.isOperators || config.SIGN_UP === 'open' || isInvited || isFirst;
    if (!isWelcome) throw new SignInRefused('invite_required');
    const actor = { personId: person.id, name: 'session', ...client };
    await recordPersonal(tx, actor, 'account.created', { invited: isInvited, provider: provider.name });
    const link = isVerified ? null : await createMailLink(tx, { personId: person.id, purpose: 'verify-email', email });
    await keepMail(tx, welcomeMail(email, config.PUBLIC_URL, link?.token ?? null));
    return { person, joined };
  });
}

/** Where the operator has the people of the own issuer join. */
async function findSeat(
  tx: Prisma.TransactionClient,
  { OIDC_DEFAULT_WORKSPACE: workspaceId, OIDC_DEFAULT_ROLE: role }: CreateDeps['config'],
  { isOperators }: Provider,
): Promise<Seat | null> {
  if (!isOperators || workspaceId === undefined) return null;
  if (!(await workspaceExists(tx, workspaceId))) throw new SignInRefused('workspace_missing');
  return { workspaceId, role };
}
