import {
  auditDaysMax,
  erasureYearsMax,
  expiredInvitationDaysMax,
  expiredKeyDaysMax,
  personMonthsMax,
  unconfirmedDaysMax,
} from '@inlet/contracts/retention';
import { hasFirstPartition } from '@inlet/db/partitions';
import { transaction } from '@inlet/db/transaction';
import type { Pool } from 'pg';

/**
 * The tables with rows that expire, and when. An expired API key stays in its owner's list for 30 days, to show why a
 * program is refused. An invitation stays for a year: without it, the same address would return to the waitlist and be
 * invited again. A used one is kept as long as its account. The audit trail contains addresses of people, and is
 * limited for that reason. An unconfirmed recipient is another person's address, unless it is that of the account.
 * A person who is in no workspace has nothing here but an address. Newer events of the audit trail are dropped with
 * their partition.
 */
const expired = {
  sessions: 'expires_at < now()',
  mail_tokens: 'expires_at < now()',
  workspace_invitations: 'expires_at < now()',
  sign_in_steps: 'expires_at < now()',
  api_keys: `expires_at < now() - interval '${expiredKeyDaysMax} days'`,
  invitations: `used_at is null and expires_at < now() - interval '${expiredInvitationDaysMax} days'`,
  recipients: `confirmed_at is null and unsubscribed_at is null
    and coalesce(requested_at, created_at) < now() - interval '${unconfirmedDaysMax} days'
    and not exists (
      select from forms join memberships on memberships.user_id = forms.user_id and role = 'owner'
      join people on people.id = person_id where forms.id = form_id and people.email = recipients.email
    )`,
  people: `last_active_on < now() - interval '${personMonthsMax} months'
    and not exists (select from memberships where person_id = people.id)`,
  erasures: `finished_at < now() - interval '${erasureYearsMax} years'`,
  audit_events: `${hasFirstPartition('audit_events')} and created_at < now() - interval '${auditDaysMax} days'`,
} as const;
export type ExpiringTable = keyof typeof expired;
export const expiringTables = Object.keys(expired) as readonly ExpiringTable[];

/** A large table is read completely, and no request waits for it. */
const removalMs = 60_000;

/**
 * Removes some expired rows, and returns how many. A row that is locked is left for the next round. There is no index
 * by time: it would be written at each refresh of a session, where this reads the table once an hour.
 */
export async function removeExpired(pool: Pool, table: ExpiringTable, limit: number): Promise<number> {
  // The service may add and delete audit events but not update them, and a lock would require that right.
  const lock = table === 'audit_events' ? '' : 'for update skip locked';
  const text = `
    delete from ${table} where id = any (array(select id from ${table} where ${expired[table]} limit $1 ${lock}))`;
  const { rowCount } = await transaction(pool, (client) => client.query(text, [limit]), {
    statementTimeoutMs: removalMs,
  });
  return rowCount ?? 0;
}
