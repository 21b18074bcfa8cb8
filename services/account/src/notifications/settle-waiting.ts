import type { Form, Notifications, Prisma } from '@inlet/db/client';
import { holdRecords, noteWaiting } from '#notifications/waiting.store.ts';

type Settings = Partial<Pick<Notifications, 'mode' | 'confirmAddresses' | 'notifyConfirmed'>>;

/**
 * A submission is told on its arrival or after the click of its visitor, by the settings of that moment. If they change
 * in between, those that no click will tell any more are told now, and those that were told are kept from a second time.
 */
export async function settleWaiting(
  tx: Prisma.TransactionClient,
  { id, userId }: Pick<Form, 'id' | 'userId'>,
  before: Settings,
  after: Settings,
): Promise<void> {
  const waits = tellsAfterClick(after);
  if (tellsAfterClick(before) === waits) return;
  await holdRecords(tx, userId);
  const { mode = 'off' } = waits ? before : after;
  if (mode !== 'off') await noteWaiting(tx, id, waits ? 'told' : 'notification');
}

function tellsAfterClick({ confirmAddresses = false, notifyConfirmed = false }: Settings): boolean {
  return confirmAddresses && notifyConfirmed;
}
