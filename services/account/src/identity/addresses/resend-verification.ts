import type { Person } from '@inlet/db/client';
import { verifyEmailMail } from '@inlet/mail/mails/verify-email-mail';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { createMailLink } from '#identity/sessions/mail-tokens.store.ts';
import { mayMailTo } from '#mail/may-mail-to.ts';
import { sendMail } from '#mail/send-mail.ts';

/** Mails another link to an unverified address. */
export async function resendVerification(
  deps: IdentityDeps,
  { id: personId, email, emailVerifiedAt }: Person,
): Promise<void> {
  // Checked before the link is created: a mail that is not sent must not invalidate an earlier link.
  if (emailVerifiedAt !== null || !(await mayMailTo(deps, email))) return;
  const request = { personId, purpose: 'verify-email', email } as const;
  const { id, token } = await deps.database.prisma.$transaction((tx) => createMailLink(tx, request));
  await sendMail(deps, verifyEmailMail(email, deps.config.PUBLIC_URL, token), id);
}
