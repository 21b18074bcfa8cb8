import type { StateChange } from '@inlet/contracts/inbox-state';
import { runIn } from '@inlet/db/run-sql';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { changeStates, lockStates } from '#inbox/change/states.store.ts';
import type { Resources } from '#resources.ts';

/**
 * Changes the state of one submission. Opening it, which marks it as read, is not audited: an owner reads hundreds a
 * day.
 */
export async function updateSubmission(
  { database }: Pick<Resources, 'database'>,
  actor: Actor,
  formId: string,
  id: string,
  wanted: StateChange,
): Promise<void> {
  const fields = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (fields.length === 0) return;
  await database.prisma.$transaction(async (tx) => {
    await lockStates(tx, formId);
    const changed = await changeStates(runIn(tx), formId, [{ ...wanted, id, hasNote: wanted.note !== undefined }]);
    const isNews = changed.length > 0 && fields.some((name) => name !== 'isRead');
    if (isNews) await recordAudit(tx, actor, 'submission.updated', { formId, submissionId: id, fields });
  });
}
