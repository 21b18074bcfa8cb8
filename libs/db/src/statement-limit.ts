import type { Prisma } from '#generated/client.ts';

/** Sets a separate timeout for the statements of a transaction, in place of the pool's. */
export async function limitStatements(tx: Prisma.TransactionClient, timeoutMs: number): Promise<void> {
  await tx.$executeRawUnsafe(`set local statement_timeout = ${timeoutMs}`);
}
