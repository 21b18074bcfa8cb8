import { type FormAlert, formAlertMail } from '@inlet/mail/mails/form-alert-mail';
import { findOwnerEmails } from '#access/owners.store.ts';
import { findSilent, findSurging, noteAlert } from '#forms/alerts/alerts.store.ts';
import { keepMail } from '#mail/keep-mail.ts';
import type { Resources } from '#resources.ts';

const mailsAtOnce = 100;

interface Alerted {
  readonly formId: string;
  readonly name: string;
  readonly userId: string;
}

/** Tells owners who enabled it that a form receives nothing any more, or ten times as much as usual. */
export async function mailAlerts(
  { database, config }: Pick<Resources, 'database' | 'config'>,
  signal?: AbortSignal,
  now = new Date(),
): Promise<void> {
  async function tell({ formId, name, userId }: Alerted, alert: FormAlert, before: Date): Promise<void> {
    const column = alert.kind === 'silence' ? 'silenceAlertedAt' : 'surgeAlertedAt';
    await database.prisma.$transaction(async (tx) => {
      if (!(await noteAlert(tx, formId, column, { before, now }))) return;
      for (const email of await findOwnerEmails(tx, userId)) {
        await keepMail(tx, formAlertMail(email, config.PUBLIC_URL, { id: formId, name }, alert));
      }
    });
  }

  for (const { since, ...form } of await findSilent(database.pool, now, mailsAtOnce)) {
    if (signal?.aborted) return;
    await tell(form, { kind: 'silence', since }, since);
  }
  const startOfDay = new Date(now.toISOString().slice(0, 10));
  for (const { today, usual, ...form } of await findSurging(database.pool, now, mailsAtOnce)) {
    if (signal?.aborted) return;
    await tell(form, { kind: 'surge', today, usual }, startOfDay);
  }
}
