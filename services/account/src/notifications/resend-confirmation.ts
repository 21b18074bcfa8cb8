import type { Form } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { recipientNotFound, tooManyAttempts } from '#errors.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { askRecipient, ofAccount, ofAddress } from '#notifications/ask-recipient.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { findRecipient, findSuppressed, saveRequest } from '#notifications/notifications.store.ts';

/** After this time a mailbox may work again; an earlier mail would be in vain. */
const bounceSeconds = 86_400;

/**
 * Asks a recipient again. No mail is sent to one that is confirmed and reachable, or has complained. The link is also
 * sent to an address that bounced, a day later, because opening it is the only way to reactivate it.
 */
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
    const suppression = (await findSuppressed(tx, [email])).get(email);
    const waitSeconds = suppression ? bounceSeconds - secondsSince(suppression.createdAt) : 0;
    const hasBounced = suppression?.reason === 'bounce' && waitSeconds <= 0;
    if (recipient.confirmedAt && !recipient.unsubscribedAt && !hasBounced) {
      if (suppression?.reason === 'bounce') throw tooManyAttempts(waitSeconds);
      return;
    }
    await deps.confirmations.take([ofAddress(email), ofAccount(form.userId)]);
    await saveRequest(tx, recipient.id, await askRecipient(deps, tx, form, email, hasBounced));
    await recordAudit(tx, actor, 'recipient.asked', { formId: form.id, name: form.name, email });
  });
  deps.background.run('mail to a recipient', () => handOverMails(deps));
}

function secondsSince(time: Date): number {
  return Math.floor((Date.now() - time.getTime()) / 1_000);
}
