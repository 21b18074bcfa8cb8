import { confirmationDays } from '@inlet/contracts/notifications';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { Client } from '#access/caller.ts';
import { lockAccount } from '#access/lock-account.ts';
import { invalidToken } from '#errors.ts';
import { hashLinkToken } from '#identity/credentials/link-token.ts';
import { findByToken, findSuppressed, saveConfirmed } from '#notifications/notifications.store.ts';
import type { Resources } from '#resources.ts';

const lifeMs = confirmationDays * 86_400_000;

export interface ConfirmedRecipient {
  readonly email: string;
  readonly formName: string;
}

/** Confirms the recipient of a mailed link. The same link again gets the same response. */
export async function confirmRecipient(
  { database }: Pick<Resources, 'database'>,
  client: Client,
  token: string,
): Promise<ConfirmedRecipient> {
  const { prisma } = database;
  const found = await findByToken(prisma, hashLinkToken(token), new Date(Date.now() - lifeMs));
  if (!found) throw invalidToken();
  const { email, form, requestedAt, unsubscribedAt, removedAt, confirmedAt } = found;
  // An old mail must not subscribe a recipient again who has unsubscribed since.
  if (unsubscribedAt && unsubscribedAt >= requestedAt) throw invalidToken();
  // The owner has removed the recipient.
  if (removedAt) throw invalidToken();
  const suppression = (await findSuppressed(prisma, [email])).get(email);
  const hadBounced = suppression?.reason === 'bounce' && suppression.createdAt < requestedAt;
  if (!confirmedAt || unsubscribedAt || hadBounced) {
    await prisma.$transaction(async (tx) => {
      await lockAccount(tx, form.userId);
      await saveConfirmed(tx, found, new Date());
      const actor = { userId: form.userId, name: 'system', ...client };
      await recordAudit(tx, actor, 'recipient.confirmed', { formId: form.id, name: form.name, email });
    });
  }
  return { email, formName: form.name };
}
