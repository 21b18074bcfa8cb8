import type { Form, Prisma, Recipient } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { askRecipient, ofAccount, ofAddress } from '#notifications/ask-recipient.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import {
  findConfirmed,
  insertRecipients,
  removeRecipients,
  showUnsubscribed,
} from '#notifications/notifications.store.ts';

interface Change {
  readonly form: Form;
  readonly before: readonly Recipient[];
  readonly emails: readonly string[];
}

/**
 * Makes these addresses the recipients of a form. Each new one is asked, but for those that have said yes already. One
 * that has unsubscribed from this form stays so, whatever its owner takes off the list and adds again.
 */
export async function changeRecipients(
  deps: NotificationDeps,
  tx: Prisma.TransactionClient,
  { form, before, emails }: Change,
): Promise<{ readonly isChanged: boolean; readonly hasAsked: boolean }> {
  const known = new Set(before.map(({ email }) => email));
  const added = [...new Set(emails)].filter((email) => !known.has(email));
  const removed = before.filter(({ email }) => !emails.includes(email));
  const unsubscribed = await showUnsubscribed(tx, form.id, added);
  const fresh = added.filter((email) => !unsubscribed.has(email));
  const confirmed = await findConfirmed(tx, form.userId, fresh);
  const unasked = fresh.filter((email) => !confirmed.has(email));
  // Refused before any address has used up its mail of the day.
  for (const _ of unasked) await deps.confirmations.take([ofAccount(form.userId)]);
  const asked = new Map<string, Awaited<ReturnType<typeof askRecipient>>>();
  for (const email of unasked) {
    // An address that was asked today is not asked again; it stays unconfirmed until its owner opens a link.
    if (await deps.confirmations.isLeft([ofAddress(email)])) {
      asked.set(email, await askRecipient(deps, tx, form, email));
    }
  }
  await removeRecipients(tx, form.id, emails);
  await insertRecipients(
    tx,
    fresh.map((email) => ({
      id: uuidv7(),
      formId: form.id,
      email,
      confirmedAt: confirmed.has(email) ? new Date() : null,
      ...asked.get(email),
    })),
  );
  return { isChanged: added.length + removed.length > 0, hasAsked: asked.size > 0 };
}
