import type { User } from '@inlet/db/client';
import { verifyEmailMail } from '@inlet/mail/mails/verify-email-mail';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { createMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { mayMailTo } from '#mail/may-mail-to.ts';
import { sendMail } from '#mail/send-mail.ts';

/** Mails another link to an address that is not verified yet. */
export async function resendVerification(
  deps: IdentityDeps,
  { id: userId, email, emailVerifiedAt }: User,
): Promise<void> {
  // Asked before the link is made: mails that are not sent must not end the link of one that was.
  if (emailVerifiedAt !== null || !(await mayMailTo(deps, email))) return;
  const request = { userId, purpose: 'verify-email', email } as const;
  const { id, token } = await deps.database.prisma.$transaction((tx) => createMailLink(tx, request));
  await sendMail(deps, verifyEmailMail(email, deps.config.PUBLIC_URL, token), id);
}
