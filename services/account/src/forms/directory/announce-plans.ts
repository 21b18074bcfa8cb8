import { announceAllForms, savePlans } from '#forms/directory/plans.store.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import type { Resources } from '#resources.ts';

/** Increases when an entry gains a part that forms from before the release need. */
const entryFormat = 2;

/**
 * Notifies the directory of every form after the settings of the plans or the format of an entry have changed: each
 * entry has its owner's limit.
 */
export async function announcePlans({
  database,
  plans,
  relay,
  logger,
}: FormDeps & Pick<Resources, 'logger'>): Promise<void> {
  const forms = await database.prisma.$transaction(async (tx) =>
    (await savePlans(tx, `${entryFormat}:${plans.fingerprint}`)) ? announceAllForms(tx) : null,
  );
  if (forms === null) return;
  logger.info({ forms }, 'form directory: every entry is written again');
  // At once, so that few forms wait for the new parts. A process of the release before may still write an entry without
  // them afterwards, such as without `mailsVisitors`. Such a form has them after its next change.
  await relay.deliver();
}
