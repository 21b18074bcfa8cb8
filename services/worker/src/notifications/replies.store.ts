import type { ConfirmationState } from '@inlet/contracts/confirmation';
import type { FieldRule } from '@inlet/contracts/field-rule';
import { type Labels, labelsOf } from '@inlet/contracts/labels';
import { type Language, readLanguage } from '@inlet/contracts/languages';
import { autoReplyDaysMax } from '@inlet/contracts/retention';
import { type AddressHashes, suppressedNames } from '@inlet/crypto/address-hash';
import { mailboxOf } from '@inlet/mail/mailbox-of';
import type { Template } from '@inlet/mail/visitors/fill-template';
import { type FilesText, filesColumn } from '@inlet/submissions/present-files';
import type { ClientBase, Pool } from 'pg';

const toVisitors = `purpose in ('reply', 'confirm', 'confirmed')`;

/** Submissions of a form whose visitors may get a mail. */
export interface ReplyNotice {
  readonly id: string;
  readonly formId: string;
  /**
   * `reply` for the automatic reply, `confirm` for the question whether the address is the visitor's, and `confirmed` for
   * the reply and the copy after that.
   */
  readonly purpose: 'reply' | 'confirm' | 'confirmed';
  readonly ids: readonly string[];
  /** Null if the form was deleted meanwhile. */
  readonly formName: string | null;
  /** Null if replies were turned off meanwhile. */
  readonly template: Template | null;
  /** The conditions of a submission that is answered, as JSON text; null for always. */
  readonly conditions: string | null;
  /** False if it was turned off meanwhile to ask visitors, or to send a copy. */
  readonly asks: boolean;
  readonly copies: boolean;
  readonly labels: Labels;
}

/** Replies count towards limits of the whole installation, so only one worker at a time decides about them. */
export async function lockReplies(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('auto-replies')) as "isLocked"`,
  );
  return rows[0]?.isLocked === true;
}

type NoticeRow = Omit<ReplyNotice, 'labels'> & { readonly fields: FieldRule[] | null };

/** Takes the oldest notices, and deletes them in the transaction that writes their mails. */
export async function takeReplyNotices(client: ClientBase, limit: number): Promise<ReplyNotice[]> {
  const { rows } = await client.query<NoticeRow>(
    `with taken as (
       delete from notices where ${toVisitors} and id = any (array(
         select id from notices where ${toVisitors} order by id limit $1
       )) returning id, form_id, purpose, ids
     )
     select taken.id, taken.form_id as "formId", purpose, ids, forms.name as "formName",
       case when auto_reply then
         json_build_object('subject', auto_reply_subject, 'body', auto_reply_body) end as template,
       reply_conditions::text as conditions,
       coalesce(confirm_addresses, false) as asks, coalesce(confirm_addresses and confirm_copy, false) as copies,
       (select rules -> 'fields' from form_rules where form_rules.form_id = taken.form_id) as fields
     from taken
     left join forms on forms.id = taken.form_id
     left join notifications on notifications.form_id = taken.form_id
     order by taken.id`,
    [limit],
  );
  return rows.map(({ fields, ...notice }) => ({ ...notice, labels: labelsOf(fields ?? []) }));
}

export async function beginNotice(client: ClientBase): Promise<void> {
  await client.query('savepoint notice');
}

/** Undoes everything since the start of a notice, and continues the transaction. */
export async function undoNotice(client: ClientBase): Promise<void> {
  await client.query('rollback to savepoint notice');
}

/** How many replies a form may still send within this hour. */
export async function countLeft(client: ClientBase, formId: string, hourlyMax: number): Promise<number> {
  const { rows } = await client.query<{ left: number }>(
    `select greatest(0, $2 - count(*))::int as left from auto_replies
     where form_id = $1 and at > now() - interval '1 hour'`,
    [formId, hourlyMax],
  );
  return rows[0]?.left ?? 0;
}

export interface Visitor {
  /** The id of the submission. */
  readonly id: string;
  readonly replyTo: string | null;
  /** JSON; null for a submission that is too large to be read for this. */
  readonly data: string | null;
  readonly files: FilesText;
  /** The language of a form that has one, else what the visitor's browser prefers. */
  readonly language: Language;
  /** True if there is any reason against it, or no filter could check it. */
  readonly isSuspicious: boolean;
}

/** The language of the mails to a visitor, as text: that of the form, else the one that the browser asked for. */
const languageColumn = 'coalesce((select language from forms where id = form_id), visitor_language) as language';

type VisitorRow<Found> = Omit<Found, 'language'> & { readonly language: string | null };

function inLanguage<Row extends { readonly language: string | null }>(row: Row): Row & { readonly language: Language } {
  return { ...row, language: readLanguage(row.language) ?? 'en' };
}

/** The visitors of submissions in the inbox, oldest first, without those that are already asked to confirm. */
export async function findVisitors(
  client: ClientBase,
  formId: string,
  ids: readonly string[],
  bytesMax: number,
): Promise<Visitor[]> {
  const { rows } = await client.query<VisitorRow<Visitor>>(
    `select id, reply_to as "replyTo", ${languageColumn}, case when octet_length(data::text) <= $3 then data::text end as data,
       ${filesColumn('submissions.id')},
       not coalesce(spam is null or ((spam ->> 'isFlagged') <> 'true'
         and not jsonb_path_exists(spam::jsonb, '$.reasons[*] ? (@.name == "unchecked" || @.name == "unfinished")')),
         false) as "isSuspicious"
     from submissions
     where form_id = $1 and id = any ($2::uuid[]) and not is_spam and checking_since is null and confirmation is null
     order by created_at, id`,
    [formId, ids, bytesMax],
  );
  return rows.map(inLanguage);
}

export interface AskedVisitor {
  readonly id: string;
  readonly state: ConfirmationState;
}

/** Notes which visitors were asked to confirm their address, and why the others were not. */
export async function saveAsked(client: ClientBase, asked: readonly AskedVisitor[]): Promise<void> {
  await client.query(
    `update submissions set confirmation = state
     from unnest($1::uuid[], $2::text[]) as asked (submission_id, state) where id = submission_id`,
    [asked.map(({ id }) => id), asked.map(({ state }) => state)],
  );
}

export interface ConfirmedVisitor extends Pick<Visitor, 'replyTo' | 'language'> {
  /** JSON. */
  readonly data: string;
  readonly files: FilesText;
}

/** The visitors of submissions in the inbox that have confirmed their address. */
export async function findConfirmed(
  client: ClientBase,
  formId: string,
  ids: readonly string[],
): Promise<ConfirmedVisitor[]> {
  const { rows } = await client.query<VisitorRow<ConfirmedVisitor>>(
    `select reply_to as "replyTo", ${languageColumn}, data::text as data, ${filesColumn('submissions.id')}
     from submissions
     where form_id = $1 and id = any ($2::uuid[]) and not is_spam and confirmed_at is not null
     order by created_at, id`,
    [formId, ids],
  );
  return rows.map(inLanguage);
}

export async function isAnswerUnwanted(client: ClientBase, hashes: AddressHashes, email: string): Promise<boolean> {
  const { rowCount } = await client.query('select from suppressions where email = any ($1) limit 1', [
    [email, mailboxOf(email)].flatMap((each) => suppressedNames(hashes, each)),
  ]);
  return rowCount !== 0;
}

/** Records a reply to an address, unless it already got one from this form today, or too many from the installation. */
export async function noteReply(
  client: ClientBase,
  formId: string,
  addressHash: Buffer,
  dailyMax: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into auto_replies (form_id, day, address_hash, at)
     select $1, (now() at time zone 'UTC')::date, $2, now()
     where (select count(*) from auto_replies
       where address_hash = $2 and day = (now() at time zone 'UTC')::date) < $3
     on conflict do nothing`,
    [formId, addressHash, dailyMax],
  );
  return rowCount === 1;
}

/** Records a question to an address, unless it got too many mails from the installation today. */
export async function noteQuestion(
  client: ClientBase,
  formId: string,
  addressHash: Buffer,
  dailyMax: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into auto_replies (form_id, day, address_hash, number, at)
     select $1, (now() at time zone 'UTC')::date, $2, coalesce(max(number) filter (where form_id = $1), 0) + 1, now()
     from auto_replies where address_hash = $2 and day = (now() at time zone 'UTC')::date
     having count(*) < $3
     on conflict do nothing`,
    [formId, addressHash, dailyMax],
  );
  return rowCount === 1;
}

/** Notes are kept for a day. */
export async function removeOldReplies(pool: Pool): Promise<void> {
  await pool.query(`delete from auto_replies where day <= (now() at time zone 'UTC')::date - ${autoReplyDaysMax}`);
}
