import type { Prisma, PrismaClient } from '@inlet/db/client';

type Reader = Pick<PrismaClient, '$queryRaw'>;

export interface FactorsOf {
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** Whether a passkey works at today's host name. */
  readonly hasUsablePasskey: boolean;
  readonly hasRecoveryCode: boolean;
}

/** The second factors of a person. */
export async function findFactors(reader: Reader, personId: string, rpId: string): Promise<FactorsOf> {
  const [found] = await reader.$queryRaw<[FactorsOf]>`
    select
      exists (select from totps where person_id = ${personId}::uuid and confirmed_at is not null) as "hasTotp",
      exists (select from passkeys where person_id = ${personId}::uuid) as "hasPasskey",
      exists (select from passkeys where person_id = ${personId}::uuid and rp_id = ${rpId}) as "hasUsablePasskey",
      exists (select from recovery_codes where person_id = ${personId}::uuid) as "hasRecoveryCode"`;
  return found;
}

/** Whether a person has a second factor. */
export async function hasFactor(reader: Reader, personId: string): Promise<boolean> {
  const [found] = await reader.$queryRaw<[{ hasFactor: boolean }]>`
    select exists (select from totps where person_id = ${personId}::uuid and confirmed_at is not null)
      or exists (select from passkeys where person_id = ${personId}::uuid) as "hasFactor"`;
  return found.hasFactor;
}

/** Removes every second factor of a person, and sign-ins that wait for one. */
export async function deleteFactors(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  const where = { personId };
  await tx.totp.deleteMany({ where });
  await tx.passkey.deleteMany({ where });
  await tx.recoveryCode.deleteMany({ where });
  await tx.signInStep.deleteMany({ where });
}
