import type { Prisma } from '#generated/client.ts';

/** Gives the statements of a transaction a time limit of their own, in place of the pool's. */
export async function limitStatements(tx: Prisma.TransactionClient, timeoutMs: number): Promise<void> {
  await tx.$executeRawUnsafe(`set local statement_timeout = ${timeoutMs}`);
}
