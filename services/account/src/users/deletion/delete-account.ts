import type { Mail } from '@inlet/contracts/mail';
import type { Prisma } from '@inlet/db/client';
import { limitStatements } from '@inlet/db/statement-limit';
import { accountDeletedMail } from '@inlet/mail/mails/account-deleted-mail';
import { lockAccount } from '#access/lock-account.ts';
import { freeSpots } from '#billing/checkout/end-billing.ts';
import { deleteForms } from '#forms/delete-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { findMembers } from '#users/deletion/members.store.ts';
import { forgetInvitations, forgetUsedInvitations, removePerson, removeUser } from '#users/profile/users.store.ts';
import { leaveWaitlist } from '#users/waitlist/leave-waitlist.ts';

/** An account that was busy for years has many audit events to delete. */
const timeoutMs = 30_000;

interface DeletionOptions {
  /** Checked once the account is locked. */
  readonly isStillMeant?: (tx: Prisma.TransactionClient) => Promise<boolean>;
  /** Members who are in no other workspace go with it, unless they are to stay. */
  readonly keepsPeople?: boolean;
  readonly mailOf?: (email: string) => Mail;
}

/**
 * Ends an account, and returns whether it did: when it returns, nobody is signed in to it, and its endpoints are
 * closed. The submissions of its forms may be millions, so the worker removes them afterwards.
 */
export async function deleteAccount(
  { database, relay }: FormDeps,
  userId: string,
  { isStillMeant = async () => true, keepsPeople = false, mailOf = accountDeletedMail }: DeletionOptions = {},
): Promise<boolean> {
  const isDeleted = await database.prisma.$transaction(
    async (tx) => {
      await limitStatements(tx, timeoutMs);
      await lockAccount(tx, userId);
      if (!(await isStillMeant(tx))) return false;
      const members = await findMembers(tx, userId);
      await deleteForms(tx, userId);
      await freeSpots(tx, userId);
      const invited = await forgetUsedInvitations(tx, userId);
      await removeUser(tx, userId);
      const owners = members.filter(({ role }) => role === 'owner').map(({ email }) => email);
      // A person who was invited and has changed the address since has two addresses.
      if (invited.length > 0) for (const each of new Set([...invited, ...owners])) await forgetAddress(tx, each);
      if (!keepsPeople) for (const { personId } of members) await removePerson(tx, personId);
      for (const email of owners) await keepMail(tx, mailOf(email));
      return true;
    },
    { timeout: timeoutMs },
  );
  if (isDeleted) await relay.deliver();
  return isDeleted;
}

/**
 * Otherwise the address would be next on the waitlist, and be invited again to what its owner has just left. This
 * requires a used invitation, which proves the address: anyone can sign up with another person's.
 */
async function forgetAddress(tx: Prisma.TransactionClient, email: string): Promise<void> {
  await forgetInvitations(tx, email);
  await leaveWaitlist(tx, email);
}
