import type { Form } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { recipientNotFound } from '#errors.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { askRecipient, ofAccount, ofAddress } from '#notifications/ask-recipient.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { findRecipient, saveRequest } from '#notifications/notifications.store.ts';

/** Asks a recipient again. Nothing is mailed to one that has confirmed and gets its mails. */
export async function resendConfirmation(
  deps: NotificationDeps,
  actor: Actor,
  form: Form,
  email: string,
): Promise<void> {
  const { prisma } = deps.database;
  await prisma.$transaction(async (tx) => {
    await lockAccount(tx, form.userId);
    const recipient = await findRecipient(tx, form.id, email);
    if (!recipient) throw recipientNotFound();
    if (recipient.confirmedAt && !recipient.unsubscribedAt) return;
    await deps.confirmations.take([ofAddress(email), ofAccount(form.userId)]);
    await saveRequest(tx, recipient.id, await askRecipient(deps, tx, form, email));
    await recordAudit(tx, actor, 'recipient.asked', { formId: form.id, name: form.name, email });
  });
  deps.background.run('mail to a recipient', () => handOverMails(deps));
}
