import type { Form, Prisma, Target, User } from '@inlet/db/client';

/** The outbox's topic for targets that the worker disabled; an entry's key is the target's id. */
const disabledTopic = 'target-disabled';

export interface DisabledNote {
  readonly id: bigint;
  readonly key: string;
}

/** Takes the oldest notes until the end of the transaction, skipping those of other processes. */
export function takeNotes(tx: Prisma.TransactionClient, limit: number): Promise<DisabledNote[]> {
  return tx.$queryRaw<DisabledNote[]>`
    select id, key from outbox where topic = ${disabledTopic} order by id limit ${limit} for update skip locked`;
}

export async function forgetNotes(tx: Prisma.TransactionClient, ids: readonly bigint[]): Promise<void> {
  await tx.outboxEntry.deleteMany({ where: { id: { in: [...ids] } } });
}

export type DisabledTarget = Target & { readonly form: Form & { readonly user: User } };

/** The targets that still exist and are still disabled. */
export function findDisabled(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<DisabledTarget[]> {
  return tx.target.findMany({
    where: { id: { in: [...ids] }, state: 'disabled' },
    include: { form: { include: { user: true } } },
  });
}
