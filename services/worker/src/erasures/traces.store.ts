import type { ClientBase, Pool } from 'pg';

/** Other data about found submissions; none of it contains their text. */
const tracesSql = [
  `delete from spam_lessons using erasure_finds
   where erasure_id = $1 and kind = 'submission' and spam_lessons.submission_id = key::uuid`,
  `delete from spam_checks using erasure_finds
   where erasure_id = $1 and kind = 'submission' and spam_checks.submission_id = key::uuid`,
  `with touched as (
     select notices.form_id, purpose, id,
       array(select named from unnest(ids) as named where not exists (
         select from erasure_finds where erasure_id = $1 and kind = 'submission' and key = named::text
       )) as kept
     from notices where form_id in (select form_id from erasure_finds where erasure_id = $1 and kind = 'submission')
   ), emptied as (
     delete from notices using touched
     where notices.form_id = touched.form_id and notices.purpose = touched.purpose and notices.id = touched.id
       and kept = '{}'
   )
   update notices set ids = kept from touched
   where notices.form_id = touched.form_id and notices.purpose = touched.purpose and notices.id = touched.id
     and kept <> '{}' and cardinality(kept) < cardinality(ids)`,
];

export async function eraseTraces(client: ClientBase, erasureId: string): Promise<void> {
  for (const text of tracesSql) await client.query(text, [erasureId]);
}

/** Deletes the records of an account's auto-replies to a mailbox. */
export async function eraseReplyNotes(client: ClientBase, userId: string, addressHash: Buffer): Promise<void> {
  await client.query(
    `delete from auto_replies where address_hash = $2 and form_id in (select id from forms where user_id = $1)`,
    [userId, addressHash],
  );
}

/**
 * Replaces an address that wants no mail by a hash of it, so that it still gets none, and returns how many notes there
 * were. That mail to it came back is forgotten: it would come back again. Where another account mails the address as a
 * recipient the notes stay.
 */
export async function hashSuppressions(
  client: ClientBase,
  names: readonly { readonly email: string; readonly hashed: string }[],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `with given as (select * from unnest($1::text[], $2::text[]) as given (email, hashed)), gone as (
       delete from suppressions using given
       where suppressions.email = given.email
         and not exists (select from recipients where recipients.email = given.email)
       returning hashed, scope, reason, created_at
     ), kept as (
       insert into suppressions (email, scope, reason, created_at)
       select hashed, scope, reason, created_at from gone where reason <> 'bounce'
       on conflict (email, scope) do nothing
     )
     select count(*)::int as count from gone`,
    [names.map(({ email }) => email), names.map(({ hashed }) => hashed)],
  );
  return rows[0]?.count ?? 0;
}

/** Every suppressed address, in pages. */
export async function findSuppressed(pool: Pool, after: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    'select distinct email from suppressions where email > $1 order by email limit $2',
    [after, limit],
  );
  return rows.map(({ email }) => email);
}
