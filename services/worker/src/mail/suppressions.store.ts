import type { Mail } from '@inlet/contracts/mail';
import { type AddressHashes, suppressedNames } from '@inlet/crypto/address-hash';
import { mailboxOf } from '@inlet/mail/mailbox-of';
import type { Pool } from 'pg';

/** The interval at which a suppression records that it still stops mails, which keeps it. */
const notedDays = 30;

/**
 * True if an address gets no mail of this kind. Requested mails are always sent: a password link also proves that the
 * mailbox works again.
 */
export async function isSuppressed(
  pool: Pool,
  hashes: AddressHashes,
  { to, kind }: Pick<Mail, 'to' | 'kind'>,
): Promise<boolean> {
  if (kind === 'requested') return false;
  const own = suppressedNames(hashes, to.toLowerCase());
  const { rowCount } = await pool.query({
    name: 'is-suppressed',
    text: `
with found as (
  select email, scope, stopped_at from suppressions
  where (scope = 'all' and email = any ($1)) or (scope = $2 and email = any ($1::text[] || $3::text[]))
), noted as (
  update suppressions as s set stopped_at = now() from found
  where s.email = found.email and s.scope = found.scope and found.stopped_at < now() - interval '${notedDays} days'
)
select from found`,
    values: [own, kind ?? '', suppressedNames(hashes, mailboxOf(to))],
  });
  return rowCount !== 0;
}

/** Stops all mail to these addresses. A complaint is not replaced by a later bounce, which is the weaker reason. */
export async function suppress(pool: Pool, emails: readonly string[], reason: 'bounce' | 'complaint'): Promise<void> {
  await pool.query({
    name: 'suppress',
    text: `
insert into suppressions (email, scope, reason)
select distinct lower(email), 'all', $2 from unnest($1::text[]) as given(email)
on conflict (email, scope) do update set reason = excluded.reason, created_at = now(), stopped_at = now()
  where suppressions.reason <> 'complaint'`,
    values: [emails, reason],
  });
}
