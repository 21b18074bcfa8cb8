import type { MailToken } from '@inlet/db/client';
import { emailChangedMail } from '@inlet/mail/mails/email-changed-mail';
import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { saveProved } from '#access/people.store.ts';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { tellAddress } from '#billing/subscription/tell-address.ts';
import { emailTaken, invalidToken } from '#errors.ts';
import { isEmailTaken } from '#identity/addresses/is-email-taken.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { findMailLink, useMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { notifyAtNewAddress } from '#notifications/notify-owner.ts';
import { removeUnprovenAccount } from '#users/profile/unproven-accounts.ts';

/** Assigns the address whose mailbox opened the link to an account. */
export async function confirmEmail(
  deps: IdentityDeps & Pick<BillingDeps, 'stripe'>,
  client: Client,
  token: string,
): Promise<void> {
  const link = await findMailLink(deps.database.prisma, token, 'change-email');
  const personId = await changeEmail(deps, client, link);
  deps.background.run('address at Stripe', () => tellAddress(deps, personId));
  deps.background.run('mail that an address was changed', () => handOverMails(deps));
}

async function changeEmail({ database }: IdentityDeps, client: Client, link: MailToken): Promise<string> {
  const newEmail = link.email;
  if (newEmail === null) throw invalidToken();
  try {
    return await database.prisma.$transaction(async (tx) => {
      const { id, email: oldEmail } = await useMailLink(tx, link);
      await removeUnprovenAccount(tx, newEmail);
      await notifyAtNewAddress(tx, id, { from: oldEmail, to: newEmail });
      await saveProved(tx, id, { email: newEmail });
      const actor = { personId: id, name: 'system', ...client };
      await recordPersonal(tx, actor, 'account.email_changed');
      await keepMail(tx, emailChangedMail(oldEmail, newEmail));
      return id;
    });
  } catch (error) {
    throw isEmailTaken(error) ? emailTaken() : error;
  }
}
