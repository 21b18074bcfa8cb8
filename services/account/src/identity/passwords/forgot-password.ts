import { resetPasswordMail } from '@inlet/mail/mails/reset-password-mail';
import { findPersonByEmail } from '#access/people.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { createMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { mayMailTo } from '#mail/may-mail-to.ts';
import { sendMail } from '#mail/send-mail.ts';

/**
 * Returns at once. The mail is sent in the background, so that the response does not reveal whether the address has an
 * account.
 */
export function forgotPassword(deps: IdentityDeps, email: string): void {
  deps.background.run('mail a link for a new password', () => mailLink(deps, email));
}

async function mailLink(deps: IdentityDeps, email: string): Promise<void> {
  const { prisma } = deps.database;
  const person = await findPersonByEmail(prisma, email);
  // Asked before the link is made: mails that are not sent must not end the link of one that was.
  if (!person || !(await mayMailTo(deps, email))) return;
  const request = { personId: person.id, purpose: 'reset-password' } as const;
  const { id, token } = await prisma.$transaction((tx) => createMailLink(tx, request));
  await sendMail(deps, resetPasswordMail(email, deps.config.PUBLIC_URL, token), id);
}
