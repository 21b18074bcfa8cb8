import type { Form, Prisma } from '@inlet/db/client';
import { mailboxOf } from '@inlet/mail/mailbox-of';
import { confirmRecipientMail } from '@inlet/mail/mails/confirm-recipient-mail';
import { confirmationsOfAccount, confirmationsToAddress } from '#access/limits/limits.ts';
import { subjectOf } from '#access/limits/subject-of.ts';
import { createLinkToken } from '#identity/credentials/link-token.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';

export interface Asked {
  readonly tokenHash: string;
  readonly requestedAt: Date;
}

export const ofAccount = (userId: string) => ({ limit: confirmationsOfAccount, subject: userId });
export const ofAddress = (email: string) => ({ limit: confirmationsToAddress, subject: subjectOf(mailboxOf(email)) });

/**
 * Keeps a mail that asks an address to confirm notifications; the caller has counted it. The caller decides whether it
 * is sent to an address that has bounced.
 */
export async function askRecipient(
  { config }: Pick<NotificationDeps, 'config'>,
  tx: Prisma.TransactionClient,
  { name }: Pick<Form, 'name'>,
  email: string,
  hasBounced = false,
): Promise<Asked> {
  const { token, tokenHash } = createLinkToken();
  const mail = confirmRecipientMail(email, config.PUBLIC_URL, { formName: name, token });
  await keepMail(tx, hasBounced ? { ...mail, kind: 'requested' } : mail);
  return { tokenHash, requestedAt: new Date() };
}
