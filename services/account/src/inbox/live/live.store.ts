import type { Pool } from 'pg';
import { factorSql } from '#access/rights.store.ts';
import type { Listener } from '#inbox/live/listeners.ts';
import type { Plans } from '#plan/plans.ts';

export interface LiveSource {
  readonly pool: Pool;
  readonly plans: Plans;
}

/** Conditions for a stream as long as it is open: the form, the subscription, and the session or the key exist. */
const entitledSql = `
select (l.row - 1)::int as row
from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as l(form_id, user_id, session_id, key_id, row)
join forms on forms.id = l.form_id and forms.user_id = l.user_id
join users on users.id = l.user_id
  and (not $5 or (users.subscription_status = 'active' and users.stripe_subscription_id is not null))
where exists (
    select from sessions
    join memberships as member on member.person_id = sessions.person_id and member.user_id = l.user_id
    where sessions.id = l.session_id and sessions.expires_at > now() and ${factorSql} and (member.all_forms or exists (
      select from membership_forms as listed
      where listed.user_id = l.user_id and listed.person_id = sessions.person_id and listed.form_id = l.form_id
    ))
  )
  or exists (select from api_keys where api_keys.id = l.key_id and coalesce(api_keys.expires_at > now(), true))`;

/** The listeners that still have access. */
export async function findEntitled(
  { pool, plans }: LiveSource,
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

/** The number of submissions in the inboxes of forms; a form without any is left out. */
export async function countInboxes(pool: Pool, formIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ formId: string; total: number }>({
    name: 'inbox-totals',
    text: 'select form_id as "formId", submission_count as total from form_totals where form_id = any($1::uuid[])',
    values: [formIds],
  });
  return new Map(rows.map(({ formId, total }) => [formId, total]));
}
