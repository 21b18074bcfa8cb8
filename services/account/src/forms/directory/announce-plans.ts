import { announceAllForms, savePlans } from '#forms/directory/plans.store.ts';
import type { Resources } from '#resources.ts';

/** Notifies the directory of every form after the settings of the plans have changed: each entry has its owner's limit. */
export async function announcePlans({
  database,
  plans,
  logger,
}: Pick<Resources, 'database' | 'plans' | 'logger'>): Promise<void> {
  const forms = await database.prisma.$transaction(async (tx) =>
    (await savePlans(tx, plans.fingerprint)) ? announceAllForms(tx) : null,
  );
  if (forms !== null) logger.info({ forms }, 'form directory: limits of plans changed');
}
