import type { Notifications } from '@inlet/contracts/notifications';
import type { Form } from '@inlet/db/client';
import { findSuppressed, readStored } from '#notifications/notifications.store.ts';
import { presentNotifications } from '#notifications/present-notifications.ts';
import type { Resources } from '#resources.ts';

export async function readNotifications(
  { database }: Pick<Resources, 'database'>,
  { id }: Pick<Form, 'id'>,
): Promise<Notifications> {
  const { prisma } = database;
  const stored = await readStored(prisma, id);
  const emails = stored.recipients.map(({ email }) => email);
  return presentNotifications(stored, await findSuppressed(prisma, emails));
}
