import type { Prisma, PrismaClient, Totp } from '@inlet/db/client';

/** Keeps a secret that waits for its first code. Returns false where one is confirmed already. */
export async function insertTotp(
  prisma: PrismaClient,
  personId: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const count = await prisma.$executeRaw`
    insert into totps (person_id, sealed) values (${personId}::uuid, ${sealed})
    on conflict (person_id) do update set sealed = excluded.sealed, last_step = 0, created_at = now()
      where totps.confirmed_at is null`;
  return count === 1;
}

export function findTotp(reader: Pick<PrismaClient, 'totp'>, personId: string): Promise<Totp | null> {
  return reader.totp.findUnique({ where: { personId } });
}

/** Uses the step of a confirmed secret up. Of two who bring its code at once, one is refused. */
export async function useStep(prisma: PrismaClient, { personId }: Totp, step: number): Promise<boolean> {
  const { count } = await prisma.totp.updateMany({
    where: { personId, confirmedAt: { not: null }, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}

/** Confirms the secret that was read by its first code, whose step is used up as well. */
export async function confirmStep(tx: Prisma.TransactionClient, totp: Totp, step: number): Promise<boolean> {
  const { personId, sealed } = totp;
  const { count } = await tx.totp.updateMany({
    where: { personId, sealed, confirmedAt: null },
    data: { lastStep: step, confirmedAt: new Date() },
  });
  return count === 1;
}

/** Removes the secret, and returns whether it was confirmed. */
export async function deleteTotp(tx: Prisma.TransactionClient, personId: string): Promise<boolean> {
  const totp = await findTotp(tx, personId);
  await tx.totp.deleteMany({ where: { personId } });
  return totp !== null && totp.confirmedAt !== null;
}
