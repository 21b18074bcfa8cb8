import type { Prisma } from '@inlet/db/client';

/** The outbox's topic for changes of forms; an entry's key is the endpoint id. */
export const formTopic = 'form';

/** Notes, in the transaction that changes a form, that the directory must learn of it. */
export async function announceForm(tx: Prisma.TransactionClient, endpointId: string): Promise<void> {
  await tx.outboxEntry.create({ data: { topic: formTopic, key: endpointId } });
}
