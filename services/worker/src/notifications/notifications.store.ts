import { clickDaysMax } from '@inlet/contracts/confirmation';
import type { FieldRoles } from '@inlet/contracts/field-choice';
import type { FieldRule } from '@inlet/contracts/field-rule';
import { type Labels, labelsOf } from '@inlet/contracts/labels';
import type { Mail } from '@inlet/contracts/mail';
import { type FilesText, filesColumn } from '@inlet/submissions/present-files';
import type { ClientBase, Pool } from 'pg';

/** A form with a due mail. */
export interface DueForm {
  readonly id: string;
  readonly name: string;
  readonly mode: string;
  readonly timeZone: string;
  /** Null if the owner has chosen none. */
  readonly fieldRoles: FieldRoles | null;
  readonly labels: Labels;
}

/** Takes the form that has waited longest until the end of the transaction, skipping those of other workers. */
export async function takeDueForm(client: ClientBase): Promise<DueForm | null> {
  const { rows } = await client.query<Omit<DueForm, 'labels'> & { readonly fields: FieldRule[] | null }>(
    `select forms.id, forms.name, mode, time_zone as "timeZone", field_roles as "fieldRoles",
       (select rules -> 'fields' from form_rules where form_id = forms.id) as fields
     from notifications join forms on forms.id = form_id join users on users.id = forms.user_id
     where due_at <= now() order by due_at limit 1 for update of notifications skip locked`,
  );
  const [{ fields, ...form } = { fields: null }] = rows;
  return 'id' in form ? { ...form, labels: labelsOf(fields ?? []) } : null;
}

export interface Notice {
  readonly id: string;
  readonly ids: readonly string[];
}

const ofForm = `form_id = $1 and purpose = 'notification'`;

/** Counts the submissions that wait for a form's mail. */
export async function countWaiting(client: ClientBase, formId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select coalesce(sum(cardinality(ids)), 0)::int as count from notices where ${ofForm}`,
    [formId],
  );
  return rows[0]?.count ?? 0;
}

/** Forgets whole notices, the oldest first and at most so many submissions of them, and returns how many those were. */
export async function dropOldest(client: ClientBase, formId: string, limit: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with oldest as (
       select id, sum(cardinality(ids)) over (order by id) as until from notices where ${ofForm}
     ), dropped as (
       delete from notices using oldest where ${ofForm} and notices.id = oldest.id and until <= $2
       returning cardinality(ids) as count
     )
     select coalesce(sum(count), 0)::int as count from dropped`,
    [formId, limit],
  );
  return rows[0]?.count ?? 0;
}

/**
 * The oldest notices, up to this number of submissions. Those that count as mailed before a notice are left out of
 * it: their form mailed them on arrival, and mails only confirmed ones since then.
 */
export async function findNotices(client: ClientBase, formId: string, limit: number): Promise<Notice[]> {
  const { rows } = await client.query<Notice>(
    `select id, array(
       select unnest(ids)
       except select unnest(mailed.ids) from notices as mailed
       where mailed.form_id = $1 and mailed.purpose = 'mailed' and mailed.id < waiting.id
       order by 1
     ) as ids from (
       select id, ids, sum(cardinality(ids)) over (order by id) - cardinality(ids) as before from notices where ${ofForm}
     ) as waiting where before < $2 order by id`,
    [formId, limit],
  );
  return rows;
}

/** Deletes the notices that a mail has covered. Of the last one, these submissions remain. */
export async function removeNotices(
  client: ClientBase,
  formId: string,
  notices: readonly Notice[],
  left: readonly string[],
): Promise<void> {
  const ids = notices.map(({ id }) => id);
  const kept = left.length > 0 ? ids.pop() : undefined;
  await client.query(`delete from notices where ${ofForm} and id = any ($2::bigint[])`, [formId, ids]);
  if (kept) await client.query(`update notices set ids = $3 where ${ofForm} and id = $2`, [formId, kept, left]);
}

/** Drops notices that no recipient wants. */
export async function removeAllNotices(client: ClientBase, formId: string): Promise<void> {
  await client.query(`delete from notices where ${ofForm}`, [formId]);
}

export interface WaitingSubmission {
  readonly id: string;
  readonly createdAt: Date;
  readonly subject: string | null;
  readonly replyTo: string | null;
  /** JSON; null if it is larger than requested. */
  readonly data: string | null;
  readonly files: FilesText;
}

/** Submissions in the inbox, the oldest first. */
export async function findSubmissions(
  client: ClientBase,
  formId: string,
  ids: readonly string[],
  bytesMax: number,
): Promise<WaitingSubmission[]> {
  const { rows } = await client.query<WaitingSubmission>(
    `select id, created_at as "createdAt", subject, reply_to as "replyTo",
       case when octet_length(data::text) <= $3 then data::text end as data, ${filesColumn('submissions.id')}
     from submissions
     where form_id = $1 and id = any ($2::uuid[]) and not is_spam and checking_since is null
     order by created_at, id`,
    [formId, ids, bytesMax],
  );
  return rows;
}

export async function readData(client: ClientBase, id: string): Promise<string> {
  const { rows } = await client.query<{ data: string }>('select data::text as data from submissions where id = $1', [
    id,
  ]);
  return rows[0]?.data ?? '{}';
}

/** A recipient of a form's mails. */
export interface MailedRecipient {
  readonly email: string;
  /** The conditions of a submission that is mailed to it, as JSON text; null for always. */
  readonly conditions: string | null;
}

/** Addresses that have confirmed a form's mails, and can still get them. */
export async function findRecipients(client: ClientBase, formId: string): Promise<MailedRecipient[]> {
  const { rows } = await client.query<MailedRecipient>(
    `select email, conditions::text as conditions from recipients
     where form_id = $1 and confirmed_at is not null and unsubscribed_at is null
       and not exists (select from suppressions where suppressions.email = recipients.email and scope = 'all')
     order by created_at, id`,
    [formId],
  );
  return rows;
}

export interface PendingMail {
  readonly id: string;
  readonly mail: Mail;
}

/** Keeps mails until they are queued. */
export async function insertPending(client: ClientBase, mails: readonly PendingMail[]): Promise<void> {
  for (const { id, mail } of mails) {
    const { to, subject, text, html, ...options } = mail;
    await client.query(
      'insert into pending_mails (id, recipient, subject, text, html, options) values ($1, $2, $3, $4, $5, $6)',
      [id, to, subject, text, html, JSON.stringify(options)],
    );
  }
}

/** Records that a form's mail is done, and when the next one is due; never, if nothing waits. */
export async function finishMail(client: ClientBase, formId: string, wasMailed: boolean): Promise<void> {
  await client.query(
    `update notifications set
       last_mail_at = case when $2 then now() else last_mail_at end,
       due_at = case when exists (select from notices where ${ofForm})
         then next_mail_at(form_id, mode, case when $2 then now() else last_mail_at end) end
     where form_id = $1`,
    [formId, wasMailed],
  );
}

/** Postpones a form's mail. */
export async function postpone(pool: Pool, formId: string, seconds: number): Promise<void> {
  await pool.query('update notifications set due_at = now() + make_interval(secs => $2) where form_id = $1', [
    formId,
    seconds,
  ]);
}

/** Forgets which submissions were mailed, once none of their visitors can click any more. */
export async function removeOldMailed(pool: Pool): Promise<void> {
  await pool.query(
    `delete from notices where purpose = 'mailed' and not exists (
       select from submissions where id = any (ids) and created_at > now() - make_interval(days => $1)
     )`,
    [clickDaysMax],
  );
}

/**
 * Schedules forms whose waiting submissions have no due time: they were stored while a worker sent the previous mail,
 * or a setting of the account changed.
 */
export async function giveTimes(pool: Pool): Promise<void> {
  await pool.query(
    `update notifications set due_at = next_mail_at(form_id, mode, last_mail_at)
     where due_at is null and form_id in (select form_id from notices where purpose = 'notification')`,
  );
}
