import { clickDaysMax } from '@inlet/contracts/confirmation';
import type { Prisma } from '@inlet/db/client';

/**
 * The newest submissions of a folder that are looked at, because all other changes of the account wait meanwhile. A form
 * asks at most 100 visitors an hour, so these are all that wait unless it gets many submissions that it does not ask
 * about.
 */
const lookedAtMax = 20_000;
/** As many as a batch of submissions has. */
const noticeIds = 500;

/**
 * Holds back what is recorded about the account's submissions until the end of the transaction. Whatever was recorded
 * before is committed, and visible to the next statement. The exception is a submission that passes a remote spam check:
 * that is not in the change feed, and waits for nothing. If it passes at the same moment, it may be mailed twice or not
 * at all.
 */
export async function holdRecords(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$executeRaw`
    insert into change_heads (user_id, position) values (${userId}::uuid, 0)
    on conflict (user_id) do update set position = change_heads.position`;
}

/**
 * Leaves notices of the form's submissions whose visitors may still click, or have clicked while the submission was in
 * the spam folder: such a click counts when the submission is taken back. What counts as mailed already is left out, so
 * the notices do not grow however often the owner changes the settings. The sweep of the worker gives the form a time for
 * its mail.
 */
export async function noteWaiting(
  tx: Prisma.TransactionClient,
  formId: string,
  purpose: 'notification' | 'mailed',
): Promise<void> {
  await tx.$executeRaw`
    with mailed as (select unnest(ids) as id from notices where form_id = ${formId}::uuid and purpose = 'mailed')
    insert into notices (form_id, purpose, ids)
    select ${formId}::uuid, ${purpose}, array_agg(id order by created_at) from (
      select id, created_at, (row_number() over (order by created_at, id) - 1) / ${noticeIds}::int as piece
      from unnest(array[false, true]) as folder cross join lateral (
        select id, created_at, confirmation, confirmed_at, is_spam from submissions
        where form_id = ${formId}::uuid and is_spam = folder
          and created_at > now() - make_interval(days => ${clickDaysMax}::int)
        order by created_at desc, id desc limit ${lookedAtMax}::int
      ) as recent
      where not exists (select from mailed where mailed.id = recent.id) and (
        (confirmation = 'asked' and (confirmed_at is null or is_spam))
        or id in (select unnest(ids) from notices where form_id = ${formId}::uuid and purpose = 'confirm')
      )
    ) as waiting group by piece order by piece`;
}
