import type { StateChange } from '@inlet/contracts/inbox-state';
import type { Form } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { FormMember } from '#access/members.store.ts';
import { changeStates, lockStates } from '#inbox/change/states.store.ts';
import type { WorkMails } from '#inbox/work/work-mails.ts';
import type { Resources } from '#resources.ts';

export interface Told {
  /** The member that submissions are assigned to, if any. */
  readonly assignee: FormMember | null;
  readonly mails: WorkMails;
}

/**
 * Changes the state of one submission. Opening it, which marks it as read, is not audited: an owner reads hundreds a
 * day.
 */
export async function updateSubmission(
  { database }: Pick<Resources, 'database'>,
  actor: Actor,
  { id: formId }: Form,
  { id, ...wanted }: StateChange & { readonly id: string },
  { assignee, mails }: Told,
): Promise<void> {
  const fields = Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (fields.length === 0) return;
  await database.prisma.$transaction(async (tx) => {
    await lockStates(tx, formId);
    const { note, assigneeId } = wanted;
    const set = { ...wanted, id, hasNote: note !== undefined, hasAssignee: assigneeId !== undefined };
    const [before] = await changeStates(runIn(tx), formId, [set]);
    if (!before || fields.every((name) => name === 'isRead')) return;
    if (assignee && before.assigneeId !== assignee.id) await mails.assign(tx, assignee, { count: 1, id });
    const mentioned = await mails.mention(tx, { submissionId: id, note, before: before.note });
    const people = { ...(assignee && { member: assignee.id }), ...(mentioned.length > 0 && { mentioned }) };
    await recordAudit(tx, actor, 'submission.updated', { formId, submissionId: id, fields, ...people });
  });
}
