import type { Column } from '@inlet/contracts/inbox-views';
import type { Form } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { saveColumns } from '#inbox/columns/columns.store.ts';
import type { Resources } from '#resources.ts';

/** Saves an owner's choice of columns. */
export async function updateFields(
  { database }: Pick<Resources, 'database'>,
  actor: Actor,
  { id: formId, name }: Form,
  columns: readonly Column[],
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await saveColumns(tx, formId, columns);
    await recordAudit(tx, actor, 'form.columns_changed', { formId, name });
  });
}
