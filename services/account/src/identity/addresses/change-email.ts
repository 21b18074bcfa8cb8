import type { changeEmailSchema } from '@inlet/contracts/sessions';
import type { Person } from '@inlet/db/client';
import { confirmEmailMail } from '@inlet/mail/mails/confirm-email-mail';
import { emailChangeRequestedMail } from '@inlet/mail/mails/email-change-requested-mail';
import { emailInUseMail } from '@inlet/mail/mails/email-in-use-mail';
import type * as z from 'zod';
import { type PersonalActor, recordPersonal } from '#access/audit/record-personal.ts';
import type { Caller } from '#access/caller.ts';
import { emailChangesOfAccount } from '#access/limits/limits.ts';
import { isPasswordCurrent, lockPerson } from '#access/people.store.ts';
import { sameEmail } from '#errors.ts';
import { confirmCaller } from '#identity/sessions/confirm-session.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { createMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { keepMail } from '#mail/keep-mail.ts';
import { mayMailTo } from '#mail/may-mail-to.ts';
import { sendMail } from '#mail/send-mail.ts';
import { isAddressHeld } from '#users/profile/unproven-accounts.ts';

/** Asks the new address first; the response is the same, and as fast, if it already has an account. */
export async function changeEmail(
  deps: IdentityDeps,
  actor: PersonalActor,
  { person, caller }: { readonly person: Person; readonly caller: Caller },
  { email, password }: z.output<typeof changeEmailSchema>,
): Promise<void> {
  await confirmCaller(deps, { person, caller }, password);
  if (email === person.email) throw sameEmail();
  await deps.attempts.take([{ limit: emailChangesOfAccount, subject: person.id }]);
  deps.background.run('mail a link for a new address', () => askNewAddress(deps, actor, person, email));
}

async function askNewAddress(deps: IdentityDeps, actor: PersonalActor, person: Person, email: string): Promise<void> {
  const { prisma } = deps.database;
  const { PUBLIC_URL } = deps.config;
  const request = { personId: person.id, purpose: 'change-email', email } as const;
  const link = await prisma.$transaction(async (tx) => {
    await lockPerson(tx, person.id);
    // A new password cancels requests that were made with the old one, and this may run after the change.
    if (!(await isPasswordCurrent(tx, person))) return null;
    const made = await createMailLink(tx, request);
    await recordPersonal(tx, actor, 'account.email_change_requested');
    // The caller may read the old mailbox, so the notice must not tell whether the new address was free.
    await keepMail(tx, emailChangeRequestedMail(person.email, PUBLIC_URL, email));
    return { ...made, isTaken: await isAddressHeld(tx, email) };
  });
  if (!link) return;
  await handOverMails(deps);
  if (!(await mayMailTo(deps, email))) return;
  const mail = link.isTaken ? emailInUseMail(email, PUBLIC_URL) : confirmEmailMail(email, PUBLIC_URL, link.token);
  await sendMail(deps, mail, link.id);
}
