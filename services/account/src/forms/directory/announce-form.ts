import type { Prisma } from '@inlet/db/client';

/** The outbox's topic for changes of forms; an entry's key is the endpoint id. */
export const formTopic = 'form';

/** Notes, in the transaction that changes a form, that the directory must learn of it. */
export async function announceForm(tx: Prisma.TransactionClient, endpointId: string): Promise<void> {
  await tx.outboxEntry.create({ data: { topic: formTopic, key: endpointId } });
}

/** The same for all of an account's forms, when something changes that all of them carry. */
export async function announceForms(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const forms = await tx.form.findMany({ where: { userId }, select: { endpointId: true } });
  await tx.outboxEntry.createMany({ data: forms.map(({ endpointId }) => ({ topic: formTopic, key: endpointId })) });
}
