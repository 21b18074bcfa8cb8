import type { Prisma, PrismaClient } from '@inlet/db/client';

/** Replaces the codes of a person. */
export async function replaceCodes(
  tx: Prisma.TransactionClient,
  personId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { personId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ personId, codeHash })) });
}

/** Uses a code up. Of two who bring it at once, one is refused. */
export async function useCode(tx: Prisma.TransactionClient, personId: string, codeHash: string): Promise<boolean> {
  return (await tx.recoveryCode.deleteMany({ where: { personId, codeHash } })).count === 1;
}

export function countCodes(tx: Pick<PrismaClient, 'recoveryCode'>, personId: string): Promise<number> {
  return tx.recoveryCode.count({ where: { personId } });
}

/** Without a second factor nobody is asked for a code. */
export async function deleteUselessCodes(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  await tx.$executeRaw`
    delete from recovery_codes where person_id = ${personId}::uuid
      and not exists (select from totps where person_id = ${personId}::uuid and confirmed_at is not null)
      and not exists (select from passkeys where person_id = ${personId}::uuid)`;
}
