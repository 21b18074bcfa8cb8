import type { Prisma } from '@inlet/db/client';

/** Records which plans the directory's limits follow; false if they are already recorded. */
export async function savePlans(tx: Prisma.TransactionClient, fingerprint: string): Promise<boolean> {
  const { count } = await tx.installation.updateMany({
    where: { announcedPlans: { not: fingerprint } },
    data: { announcedPlans: fingerprint },
  });
  return count === 1;
}

/** Announces every form to the directory, and returns how many there are. The topic is that of a changed form. */
export function announceAllForms(tx: Prisma.TransactionClient): Promise<number> {
  return tx.$executeRaw`insert into outbox (topic, key) select 'form', endpoint_id from forms`;
}
