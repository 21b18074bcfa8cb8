import type { CheckFinding } from '@inlet/contracts/form-check';
import { labelsOf } from '@inlet/contracts/labels';
import { notificationMail } from '@inlet/mail/mails/notification-mail';
import { readFields } from '@inlet/mail/read-fields';
import { type UnsubscribeTokens, unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import { inTime, late } from '@inlet/process/in-time';
import type { AcceptedTest } from '@inlet/submissions/accepted-test';
import type { Pool } from 'pg';
import type { WorkerConfig } from '#config.ts';
import { type CheckedRecipient, findMailSettings, type RunningCheck } from '#form-checks/checks.store.ts';
import { fault, note } from '#form-checks/findings.ts';
import { MailFault } from '#mail/mail-fault.ts';
import type { Mailer } from '#mail/mailer.ts';

export interface FollowMailDeps {
  readonly pool: Pool;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly tokens: UnsubscribeTokens;
  readonly config: Pick<WorkerConfig, 'PUBLIC_URL'>;
}

/** A mail server that takes longer is told of as one that does not answer. */
const mailMs = 20_000;
const words: Readonly<Record<Exclude<CheckedRecipient['state'], 'active'>, string>> = {
  unconfirmed: 'has not confirmed that it wants the mails',
  unsubscribed: 'has unsubscribed from the mails',
  stopped: 'gets no mail any more, because one came back or was reported as spam',
};

/** Mails the test to the recipients of the form, and finds out whether the mail server takes each mail. */
export async function followMail(
  deps: FollowMailDeps,
  check: RunningCheck,
  submission: AcceptedTest['submission'],
): Promise<CheckFinding[]> {
  const recipients = await findMailSettings(deps.pool, check.formId);
  if (recipients === null) return [note('mail_off', 'The form sends no mail about submissions')];
  const active = recipients.filter(({ state }) => state === 'active');
  const unreached = recipients.flatMap(({ email, state }) =>
    state === 'active' ? [] : [note('recipient_without_mail', `${email} ${words[state]}`, fixOf(state))],
  );
  if (active.length === 0)
    return [
      ...unreached,
      note(
        'no_recipient',
        'Nobody is told of a submission by mail: the form has no recipient that can get one',
        'Add a recipient in the notification settings of the form, and confirm its address.',
      ),
    ];
  const { publicUrl, write } = compose(deps, check, submission);
  const sent = active.map(async ({ email }, index) => {
    const token = deps.tokens.sign({ kind: 'notifications', formId: check.formId, email });
    return sendOne(deps, write(email, unsubscribeUrls(publicUrl, token)), `${check.id}.${index}`);
  });
  return [...unreached, ...(await Promise.all(sent)).flat()];
}

function fixOf(state: CheckedRecipient['state']): string {
  if (state === 'unconfirmed') return 'Send the mail to confirm the address again, in the notification settings.';
  return state === 'stopped' ? 'Ask for another address.' : '';
}

function compose(
  { config: { PUBLIC_URL: publicUrl } }: FollowMailDeps,
  { formId, formName, timeZone, rules }: RunningCheck,
  { id, receivedAtMs, json, subject, replyTo }: AcceptedTest['submission'],
) {
  const named = { id, createdAt: new Date(receivedAtMs), subject, replyTo, fields: readFields(json) };
  const form = { id: formId, name: formName, labels: labelsOf(rules?.fields ?? []) };
  const more = { isDigest: false, timeZone, unnamed: 0, isTest: true };
  return { publicUrl, write: notificationMail({ publicUrl, form, submissions: [named], ...more }) };
}

async function sendOne(
  { mailer }: FollowMailDeps,
  mail: ReturnType<ReturnType<typeof notificationMail>>,
  id: string,
): Promise<CheckFinding[]> {
  const failure = mailer.send(mail, id).then(
    () => undefined,
    (error: unknown) => (error instanceof MailFault ? error : new Error('unknown')),
  );
  const outcome = await inTime(failure, mailMs);
  if (outcome === undefined) return [note('mail_accepted', `The mail server took the test mail to ${mail.to}`)];
  const reason = outcome === late ? 'it did not answer in time' : outcome.message;
  return [
    fault(
      'mail_failed',
      `The mail server did not take the mail to ${mail.to}: ${reason}`,
      'Check the address. If it is right, an operator finds more in the log of the worker.',
    ),
  ];
}
