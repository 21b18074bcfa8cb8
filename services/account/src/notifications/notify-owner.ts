import type { Form, Person, Prisma } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import { insertRecipients, moveRecipient, saveSettings } from '#notifications/notifications.store.ts';

/** Makes a new form notify its owner immediately, once the account's address is verified. */
export async function notifyOwner(
  tx: Prisma.TransactionClient,
  { id: formId }: Pick<Form, 'id'>,
  { email, emailVerifiedAt: confirmedAt }: Pick<Person, 'email' | 'emailVerifiedAt'>,
): Promise<void> {
  await saveSettings(tx, formId, { mode: 'instant' });
  await insertRecipients(tx, [{ id: uuidv7(), formId, email, confirmedAt }]);
}

/** Moves the notifications of an account's forms to its owner's new address. */
export const notifyAtNewAddress = moveRecipient;
