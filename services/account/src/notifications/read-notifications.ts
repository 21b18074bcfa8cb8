import type { Notifications } from '@inlet/contracts/notifications';
import type { Form } from '@inlet/db/client';
import { findOwner, findSuppressed, readStored } from '#notifications/notifications.store.ts';
import { presentNotifications } from '#notifications/present-notifications.ts';
import type { Resources } from '#resources.ts';

export async function readNotifications(
  { database }: Pick<Resources, 'database'>,
  { id, userId }: Pick<Form, 'id' | 'userId'>,
): Promise<Notifications> {
  const { prisma } = database;
  const [stored, owner] = await Promise.all([readStored(prisma, id), findOwner(prisma, userId)]);
  const emails = stored.recipients.map(({ email }) => email);
  return presentNotifications(stored, owner, await findSuppressed(prisma, emails));
}
