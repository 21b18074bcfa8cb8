import type { Form, Prisma } from '@inlet/db/client';
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
export const ofAddress = (email: string) => ({ limit: confirmationsToAddress, subject: subjectOf(email) });

/** Keeps a mail that asks an address whether it wants notifications; the caller has counted it. */
export async function askRecipient(
  { config }: Pick<NotificationDeps, 'config'>,
  tx: Prisma.TransactionClient,
  { name }: Pick<Form, 'name'>,
  email: string,
): Promise<Asked> {
  const { token, tokenHash } = createLinkToken();
  await keepMail(tx, confirmRecipientMail(email, config.PUBLIC_URL, { formName: name, token }));
  return { tokenHash, requestedAt: new Date() };
}
