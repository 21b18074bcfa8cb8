import { autoReplyDaysMax } from '@inlet/contracts/retention';
import { type AddressHashes, suppressedNames } from '@inlet/crypto/address-hash';
import { mailboxOf } from '@inlet/mail/mailbox-of';
import { type FilesText, filesColumn } from '@inlet/submissions/present-files';
import type { ClientBase, Pool } from 'pg';

/** Submissions of a form whose senders may get a reply. */
export interface ReplyNotice {
  readonly id: string;
  readonly formId: string;
  readonly ids: readonly string[];
  /** Null if replies were turned off meanwhile. */
  readonly template: { readonly subject: string; readonly body: string } | null;
  /** The conditions of a submission that is answered, as JSON text; null for always. */
  readonly conditions: string | null;
  /** The language of the form's visitors, if its owner chose one. */
  readonly language: string | null;
}

/** Replies count towards limits of the whole installation, so only one worker at a time decides about them. */
export async function lockReplies(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('auto-replies')) as "isLocked"`,
  );
  return rows[0]?.isLocked === true;
}

/** Takes the oldest notices, and deletes them in the transaction that replies to them. */
export async function takeReplyNotices(client: ClientBase, limit: number): Promise<ReplyNotice[]> {
  const { rows } = await client.query<ReplyNotice>(
    `with taken as (
       delete from notices where purpose = 'reply' and id = any (array(
         select id from notices where purpose = 'reply' order by id limit $1
       )) returning id, form_id, ids
     )
     select taken.id, taken.form_id as "formId", ids, case when auto_reply then
       json_build_object('subject', auto_reply_subject, 'body', auto_reply_body) end as template,
       reply_conditions::text as conditions, forms.language
     from taken left join notifications on notifications.form_id = taken.form_id
     left join forms on forms.id = taken.form_id
     order by taken.id`,
    [limit],
  );
  return rows;
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

export interface Answerable {
  readonly replyTo: string | null;
  /** JSON; null for a submission that is too large to be read for this. */
  readonly data: string | null;
  readonly files: FilesText;
}

/** Inbox submissions without any reason against them, oldest first. Unchecked submissions are left out. */
export async function findAnswerable(
  client: ClientBase,
  formId: string,
  ids: readonly string[],
  bytesMax: number,
): Promise<Answerable[]> {
  const { rows } = await client.query<Answerable>(
    `select reply_to as "replyTo", case when octet_length(data::text) <= $3 then data::text end as data,
       ${filesColumn('submissions.id')}
     from submissions
     where form_id = $1 and id = any ($2::uuid[]) and not is_spam and checking_since is null
       and (spam is null or ((spam ->> 'isFlagged') <> 'true'
         and not jsonb_path_exists(spam::jsonb, '$.reasons[*] ? (@.name == "unchecked" || @.name == "unfinished")')))
     order by created_at, id`,
    [formId, ids, bytesMax],
  );
  return rows;
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

/** Notes are kept for a day. */
export async function removeOldReplies(pool: Pool): Promise<void> {
  await pool.query(`delete from auto_replies where day <= (now() at time zone 'UTC')::date - ${autoReplyDaysMax}`);
}
