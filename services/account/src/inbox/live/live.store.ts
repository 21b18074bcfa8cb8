import { listedValueMax } from '@inlet/contracts/submission-limits';
import type { FileLinks } from '@inlet/service/file-links';
import type { Plans } from '@inlet/service/plans';
import { filesColumn } from '@inlet/submissions/present-files';
import type { Pool } from 'pg';
import type { Listener } from '#inbox/live/listeners.ts';
import { stateColumn } from '#inbox/submissions/state-row.ts';
import type { InboxRow } from '#inbox/submissions/submission-row.ts';

/** Bytes of fields that one batch may send, as each listener buffers a copy: four submissions of the largest kind. */
const batchBytesMax = 4_000_000;

const storedSql = `
select id, form_id as "formId", origin, user_agent as "userAgent", is_spam as "isSpam", spam, is_checking as "isChecking",
  created_at as "createdAt", ${stateColumn('stored.id', listedValueMax)}, ${filesColumn('stored.id')},
  (select read_before from forms where forms.id = form_id) as "readBefore", case when sum(octet_length(data)) over () <= ${batchBytesMax} then data end as data
from (
  select id, form_id, origin, user_agent, is_spam, spam::text as spam, checking_since is not null as is_checking,
    created_at, data::text as data
  from submissions where id = any($1::uuid[]) and is_spam = false
) as stored`;

/** A submission with the time before which its form's submissions count as read. */
export interface LiveRow extends InboxRow {
  readonly readBefore: Date | null;
}
type StoredRow = Omit<LiveRow, 'data'> & { readonly data: string | null };

/** The submissions that still exist and are not spam; null when together they are too large to send. */
export async function findStored(pool: Pool, ids: readonly string[]): Promise<Map<string, LiveRow> | null> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<StoredRow>({ name: 'stored-by-id', text: storedSql, values: [ids] });
  const sent = rows.flatMap(({ data, ...row }) => (data === null ? [] : { ...row, data }));
  return sent.length < rows.length ? null : new Map(sent.map((row) => [row.id, row]));
}

export interface LiveSource {
  readonly pool: Pool;
  readonly plans: Plans;
  readonly fileLinks: FileLinks;
}

/** What opens the stream must hold as long as it is open: the form, the subscription, and the session or the key. */
const entitledSql = `
select (l.row - 1)::int as row
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as l(form_id, user_id, session_id, key_id, row)
join forms on forms.id = l.form_id and forms.user_id = l.user_id
join users on users.id = l.user_id
  and (not $5 or (users.subscription_status = 'active' and users.stripe_subscription_id is not null))
where exists (select from sessions where sessions.id = l.session_id and sessions.expires_at > now())
  or exists (select from api_keys where api_keys.id = l.key_id and coalesce(api_keys.expires_at > now(), true))`;

/** Those of the listeners who may still listen. */
export async function findEntitled(
  { pool, plans }: Pick<LiveSource, 'pool' | 'plans'>,
  listeners: readonly Listener[],
): Promise<Set<Listener>> {
  const values = [
    listeners.map(({ formId }) => formId),
    listeners.map(({ userId }) => userId),
    listeners.map(({ caller }) => (caller.kind === 'session' ? caller.sessionId : null)),
    listeners.map(({ caller }) => (caller.kind === 'key' ? caller.keyId : null)),
    plans.areSold,
  ];
  const { rows } = await pool.query<{ row: number }>({ name: 'entitled-listeners', text: entitledSql, values });
  return new Set(rows.flatMap(({ row }) => listeners[row] ?? []));
}
