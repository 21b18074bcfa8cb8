import { isDeepStrictEqual } from 'node:util';
import { takesNoAlerts } from '@inlet/contracts/notification-limits';
import type { updateNotificationsSchema } from '@inlet/contracts/notifications';
import { type Form, type Notifications, Prisma } from '@inlet/db/client';
import type * as z from 'zod';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { formNotFound, invalidField } from '#errors.ts';
import { announceForm } from '#forms/directory/announce-form.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { changeRecipients } from '#notifications/change-recipients.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { findKind, hasForm, readStored, reschedule, saveSettings } from '#notifications/notifications.store.ts';
import { settleWaiting } from '#notifications/settle-waiting.ts';

type Wanted = z.output<typeof updateNotificationsSchema>;

/** Changes the mail settings of a form. */
export async function updateNotifications(
  deps: NotificationDeps,
  actor: Actor,
  form: Form,
  wanted: Wanted,
): Promise<void> {
  const { hasAsked, isAnnounced } = await deps.database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, form.userId);
    if (!(await hasForm(tx, form))) throw formNotFound();
    const before = await readStored(tx, form.id);
    const values = changedSettings(before.settings, wanted);
    requireText({ ...before.settings, ...values });
    if (values.alertsTargetId) await requireAlertTarget(tx, form.id, values.alertsTargetId);
    const { recipients } = wanted;
    const changed = recipients && (await changeRecipients(deps, tx, { form, before: before.recipients, recipients }));
    const fields = [...Object.keys(values), ...(changed?.isChanged ? ['recipients'] : [])];
    // Unchanged notifications are not reported to the owner.
    if (fields.length === 0) return { hasAsked: false, isAnnounced: false };
    await settleWaiting(tx, form, before.settings ?? {}, { ...before.settings, ...values });
    await saveSettings(tx, form.id, toStored(values));
    if (values.mode !== undefined) await reschedule(tx, form.id);
    await recordAudit(tx, actor, 'notifications.updated', { formId: form.id, name: form.name, fields });
    // Ingest reads the language of a visitor only for a form that sends mails to visitors.
    const isAnnounced = values.autoReply !== undefined || values.confirmAddresses !== undefined;
    if (isAnnounced) await announceForm(tx, form.endpointId);
    return { hasAsked: changed?.hasAsked === true, isAnnounced };
  });
  if (isAnnounced) await deps.relay.deliver();
  if (hasAsked) deps.background.run('mail to new recipients', () => handOverMails(deps));
}

type Settings = Pick<
  Notifications,
  | 'mode'
  | 'autoReply'
  | 'autoReplySubject'
  | 'autoReplyBody'
  | 'replyConditions'
  | 'confirmAddresses'
  | 'confirmCopy'
  | 'notifyConfirmed'
  | 'alertsSilence'
  | 'alertsSurge'
  | 'alertsTargetId'
>;

/** The settings that differ from the stored ones. */
function changedSettings(
  before: Notifications | null,
  { mode, autoReply, confirmation, alerts }: Wanted,
): Partial<Settings> {
  const wanted = {
    mode,
    autoReply: autoReply?.enabled,
    autoReplySubject: autoReply?.subject,
    autoReplyBody: autoReply?.body,
    replyConditions: autoReply?.when,
    confirmAddresses: confirmation?.enabled,
    confirmCopy: confirmation?.copy,
    notifyConfirmed: confirmation?.before && confirmation.before === 'confirmed',
    alertsSilence: alerts?.silence,
    alertsSurge: alerts?.surge,
    alertsTargetId: alerts?.targetId,
  };
  const changes = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before?.[name as keyof Settings] ?? null),
  );
  return Object.fromEntries(changes);
}

function toStored({ replyConditions, ...values }: Partial<Settings>) {
  return { ...values, ...(replyConditions !== undefined && { replyConditions: replyConditions ?? Prisma.DbNull }) };
}

/** An integration that adds a row for each submission has no place for an alert. */
async function requireAlertTarget(tx: Prisma.TransactionClient, formId: string, targetId: string): Promise<void> {
  const kind = await findKind(tx, formId, targetId);
  if (kind === null) throw invalidField('The form has no such integration', 'alerts.targetId');
  if (takesNoAlerts.includes(kind)) throw invalidField('This kind of integration takes no alerts', 'alerts.targetId');
}

function requireText({ autoReply, autoReplySubject = '', autoReplyBody = '' }: Partial<Settings>): void {
  if (!autoReply) return;
  if (autoReplySubject === '') throw invalidField('An automatic reply needs a subject', 'autoReply.subject');
  if (autoReplyBody === '') throw invalidField('An automatic reply needs a text', 'autoReply.body');
}
