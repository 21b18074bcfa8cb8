import type { Retention } from '@inlet/contracts/form-retention';
import type { Form, User } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { formNotFound } from '#errors.ts';
import { findOwn } from '#forms/forms.store.ts';
import { type RetentionDeps, readRetention } from '#forms/retention/read-retention.ts';
import { saveRetention } from '#forms/retention/retention.store.ts';

/** Changes a form's retention. A worker deletes the submissions, and starts within a minute. */
export async function updateRetention(
  deps: RetentionDeps,
  actor: Actor,
  user: User,
  { id, userId }: Form,
  days: number | null,
): Promise<Retention> {
  const form = await deps.database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, userId);
    const before = await findOwn(tx, { id, userId });
    if (!before) throw formNotFound();
    if (before.retentionDays === days) return before;
    await recordAudit(tx, actor, 'form.retention_changed', { formId: id, name: before.name, days });
    return saveRetention(tx, id, days);
  });
  return readRetention(deps, user, form);
}
