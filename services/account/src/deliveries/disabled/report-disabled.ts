import { disabledSentence, targetDisabledMail } from '@inlet/mail/mails/target-disabled-mail';
import { recordAudit } from '#access/audit/record-audit.ts';
import { findOwnerEmails } from '#access/owners.store.ts';
import { findDisabled, forgetNotes, takeNotes } from '#deliveries/disabled/disabled.store.ts';
import { auditedTarget } from '#deliveries/targets/audited-target.ts';
import { tellTarget } from '#forms/alerts/tell-target.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

const notesAtOnce = 50;

/** Informs the owners of targets that the worker disabled, once each: in the audit trail, and by mail. */
export async function reportDisabled(
  { database, config }: Pick<Resources, 'database' | 'config'>,
  signal?: AbortSignal,
): Promise<void> {
  let count = notesAtOnce;
  while (count === notesAtOnce && !signal?.aborted) {
    count = await database.prisma.$transaction(async (tx) => {
      const notes = await takeNotes(tx, notesAtOnce);
      const targets = await findDisabled(
        tx,
        notes.map(({ key }) => key),
      );
      for (const { form, ...target } of targets) {
        const actor = { userId: form.userId, name: 'system', address: null, userAgent: null };
        await recordAudit(tx, actor, 'target.disabled', { ...auditedTarget(target), reason: target.stateReason });
        // The end of the plan has a separate mail.
        if (target.stateReason === 'plan') continue;
        for (const email of await findOwnerEmails(tx, form.userId)) {
          await keepMail(tx, targetDisabledMail(email, config.PUBLIC_URL, { form, target }));
        }
        const message = disabledSentence({ form, target });
        const url = `${config.PUBLIC_URL}/forms/${form.id}/integrations`;
        await tellTarget(tx, form.id, { kind: 'target_failing', message, url });
      }
      await forgetNotes(
        tx,
        notes.map(({ id }) => id),
      );
      return notes.length;
    });
  }
}
