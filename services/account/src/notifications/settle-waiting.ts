import type { Form, Notifications, Prisma } from '@inlet/db/client';
import { holdRecords, noteWaiting } from '#notifications/waiting.store.ts';

type Settings = Partial<Pick<Notifications, 'mode' | 'confirmAddresses' | 'notifyConfirmed'>>;

/**
 * A submission is mailed on its arrival or after the click of its visitor, by the settings of that moment. If they change
 * in between, the next mail has those that no click will mail any more, and those that count as mailed get no second mail.
 */
export async function settleWaiting(
  tx: Prisma.TransactionClient,
  { id, userId }: Pick<Form, 'id' | 'userId'>,
  before: Settings,
  after: Settings,
): Promise<void> {
  const waits = mailsAfterClick(after);
  if (mailsAfterClick(before) === waits) return;
  await holdRecords(tx, userId);
  const { mode = 'off' } = waits ? before : after;
  if (mode !== 'off') await noteWaiting(tx, id, waits ? 'mailed' : 'notification');
}

function mailsAfterClick({ confirmAddresses = false, notifyConfirmed = false }: Settings): boolean {
  return confirmAddresses && notifyConfirmed;
}
