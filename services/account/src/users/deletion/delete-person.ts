import type { Person, Prisma } from '@inlet/db/client';
import { accountDeletedMail, workspaceDeletedMail } from '@inlet/mail/mails/account-deleted-mail';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Client } from '#access/caller.ts';
import { lockAccount } from '#access/lock-account.ts';
import { lockPerson } from '#access/people.store.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { endBilling } from '#billing/checkout/end-billing.ts';
import { lastOwner, unauthorized } from '#errors.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { revokeKeysOf } from '#identity/keys/revoke-all-keys.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { deleteAccount } from '#users/deletion/delete-account.ts';
import { findJoined, findMembers, findWorkspaces, isAlone } from '#users/deletion/members.store.ts';
import { nameOf } from '#users/profile/present-user.ts';
import { deletePersonRow } from '#users/profile/users.store.ts';

/**
 * Deletes a person, with the workspaces where nobody else is. Refuses it where others would be left without an owner.
 * A second call continues where the first one failed.
 */
export async function deletePerson(deps: BillingDeps & FormDeps, person: Person, client: Client): Promise<void> {
  const { prisma } = deps.database;
  const workspaces = await findWorkspaces(prisma, person.id);
  const orphaned = workspaces.filter(({ isAlone, isLastOwner }) => isLastOwner && !isAlone);
  if (orphaned.length > 0) throw lastOwner(orphaned.map(({ user }) => nameOf(user)).join(', '));
  const own = workspaces.filter(({ isAlone }) => isAlone);
  for (const [index, { user }] of own.entries()) {
    if (deps.plans.areSold) await endBilling(deps, user);
    // The person goes with the last workspace.
    const isLast = index === workspaces.length - 1;
    const mailOf = (to: string) => (isLast ? accountDeletedMail(to) : workspaceDeletedMail(to, nameOf(user)));
    await deleteAccount(deps, user.id, { isStillMeant: (tx) => isAlone(tx, user.id), mailOf });
  }
  await prisma.$transaction(async (tx) => {
    for (const userId of await findJoined(tx, person.id)) await leave(tx, userId, person, client);
    const isThere = await lockPerson(tx, person.id);
    // Another request has deleted the person meanwhile.
    if (!isThere && workspaces.length === 0) throw unauthorized();
    // The deletion of the last workspace has sent the mail already.
    if (await deletePersonRow(tx, person.id)) await keepMail(tx, accountDeletedMail(person.email));
  });
}

async function leave(tx: Prisma.TransactionClient, userId: string, { id: personId }: Person, client: Client) {
  await lockAccount(tx, userId);
  const members = await findMembers(tx, userId);
  if (!members.some((member) => member.role === 'owner' && member.personId !== personId)) throw lastOwner('');
  const actor = { userId, personId, name: 'session', ...client };
  await revokeKeysOf(tx, actor, personId);
  await recordAudit(tx, actor, 'member.left', { member: personId });
}
