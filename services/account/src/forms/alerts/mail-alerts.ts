import type { Prisma } from '@inlet/db/client';
import { alertSentence, type FormAlert, formAlertMail } from '@inlet/mail/mails/form-alert-mail';
import { findOwnerEmails } from '#access/owners.store.ts';
import { findBroken, findSilent, findSurging, noteAlert, noteBroken } from '#forms/alerts/alerts.store.ts';
import { tellTarget } from '#forms/alerts/tell-target.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

const mailsAtOnce = 100;

interface Alerted {
  readonly formId: string;
  readonly name: string;
  readonly userId: string;
}

/** Records that the owner is told; false if another process has done so. */
type Note = (tx: Prisma.TransactionClient) => Promise<boolean>;

/**
 * Tells owners who enabled it that a form receives nothing any more, or ten times as much as usual, or that the
 * check-up of its page has found faults.
 */
export async function mailAlerts(
  { database, config }: Pick<Resources, 'database' | 'config'>,
  signal?: AbortSignal,
  now = new Date(),
): Promise<void> {
  async function tell({ formId, name, userId }: Alerted, alert: FormAlert, note: Note): Promise<void> {
    await database.prisma.$transaction(async (tx) => {
      if (!(await note(tx))) return;
      for (const email of await findOwnerEmails(tx, userId)) {
        await keepMail(tx, formAlertMail(email, config.PUBLIC_URL, { id: formId, name }, alert));
      }
      const told = {
        kind: alert.kind === 'check' ? ('check_failed' as const) : alert.kind,
        message: alertSentence({ name }, alert),
        url: `${config.PUBLIC_URL}/forms/${formId}${alert.kind === 'check' ? '/setup' : ''}`,
      };
      await tellTarget(tx, formId, told);
    });
  }

  for (const { since, ...form } of await findSilent(database.pool, now, mailsAtOnce)) {
    if (signal?.aborted) return;
    await tell(form, { kind: 'silence', since }, (tx) =>
      noteAlert(tx, form.formId, 'silenceAlertedAt', { before: since, now }),
    );
  }
  const startOfDay = new Date(now.toISOString().slice(0, 10));
  for (const { today, usual, ...form } of await findSurging(database.pool, now, mailsAtOnce)) {
    if (signal?.aborted) return;
    await tell(form, { kind: 'surge', today, usual }, (tx) =>
      noteAlert(tx, form.formId, 'surgeAlertedAt', { before: startOfDay, now }),
    );
  }
  for (const { since, url, messages, ...form } of await findBroken(database.pool, mailsAtOnce)) {
    if (signal?.aborted) return;
    await tell(form, { kind: 'check', url, messages }, (tx) => noteBroken(tx, form.formId, since, now));
  }
}
