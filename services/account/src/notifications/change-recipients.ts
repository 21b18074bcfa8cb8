import { isDeepStrictEqual } from 'node:util';
import type { When } from '@inlet/contracts/routing/conditions';
import type { Form, Prisma, Recipient } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { type Asked, askRecipient, ofAccount, ofAddress } from '#notifications/ask-recipient.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import {
  findConfirmed,
  insertRecipients,
  removeRecipients,
  saveConditions,
  showUnsubscribed,
} from '#notifications/notifications.store.ts';

interface Change {
  readonly form: Form;
  readonly before: readonly Recipient[];
  readonly recipients: readonly { readonly email: string; readonly when?: When | null | undefined }[];
}

/**
 * Sets the recipients of a form. Each new address is asked, unless it has already confirmed. An address that has
 * unsubscribed from this form stays unsubscribed, even if its owner removes and adds it again.
 */
export async function changeRecipients(
  deps: NotificationDeps,
  tx: Prisma.TransactionClient,
  { form, before, recipients }: Change,
): Promise<{ readonly isChanged: boolean; readonly hasAsked: boolean }> {
  const conditions = new Map(recipients.map(({ email, when }) => [email, when]));
  const emails = [...conditions.keys()];
  const known = new Set(before.map(({ email }) => email));
  const added = emails.filter((email) => !known.has(email));
  const removed = before.filter(({ email }) => !emails.includes(email));
  const unsubscribed = await showUnsubscribed(tx, form.id, added);
  const fresh = added.filter((email) => !unsubscribed.has(email));
  const confirmed = await findConfirmed(tx, form.userId, fresh);
  const unasked = fresh.filter((email) => !confirmed.has(email));
  const left = await takeConfirmations(deps, form.userId, unasked);
  const asked = new Map<string, Asked>();
  for (const email of left) asked.set(email, await askRecipient(deps, tx, form, email));
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
  const listed = [...before, ...added.map((email) => ({ email, conditions: null }))];
  const routed = listed.filter((recipient) => isRouted(recipient, conditions.get(recipient.email)));
  for (const { email } of routed) await saveConditions(tx, form.id, email, conditions.get(email) ?? null);
  return { isChanged: added.length + removed.length + routed.length > 0, hasAsked: asked.size > 0 };
}

/** Returns whether the recipient gets other conditions. */
function isRouted({ conditions }: Pick<Recipient, 'conditions'>, when: When | null | undefined): boolean {
  return when !== undefined && !isDeepStrictEqual(when, conditions);
}

/**
 * Counts a mail for each of these addresses, and returns those that have not had their mail of the day; the others stay
 * unconfirmed. If the account does not have enough mails left, none is counted.
 */
async function takeConfirmations(
  { confirmations }: Pick<NotificationDeps, 'confirmations'>,
  userId: string,
  emails: readonly string[],
): Promise<string[]> {
  const left: string[] = [];
  for (const email of emails) if (await confirmations.isLeft([ofAddress(email)])) left.push(email);
  let counted = 0;
  try {
    for (; counted < left.length; counted += 1) await confirmations.take([ofAccount(userId)]);
  } catch (error) {
    await confirmations.release([...left.map(ofAddress), ...left.slice(0, counted).map(() => ofAccount(userId))]);
    throw error;
  }
  return left;
}
