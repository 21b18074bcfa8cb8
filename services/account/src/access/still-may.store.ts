import { type Action, includesRole, leastRole, roles } from '@inlet/contracts/roles';
import type { Pool } from 'pg';
import type { Caller } from '#access/caller.ts';

/** What somebody is doing for longer than a moment. */
export interface LongCall {
  readonly caller: Caller;
  readonly userId: string;
  readonly action: Action;
  /** The forms that it shows; null for all forms of the workspace. */
  readonly formIds: readonly string[] | null;
}

const sql = `
select exists (
  select from sessions
  join memberships as member on member.person_id = sessions.person_id and member.user_id = $1
  where sessions.id = $2 and sessions.expires_at > now() and member.role = any($4::text[]) and (
    member.all_forms or not exists (
      select from unnest($5::uuid[]) as shown(form_id)
      where not exists (
        select from membership_forms as listed
        where listed.user_id = $1 and listed.person_id = member.person_id and listed.form_id = shown.form_id
      )
    ) and $5 is not null
  )
) or exists (
  select from api_keys where id = $3 and user_id = $1 and coalesce(expires_at > now(), true)
) as "isAllowed"`;

/** Whether the session or the key still exists, and may still do what it began. */
export async function stillMay(pool: Pool, { caller, userId, action, formIds }: LongCall): Promise<boolean> {
  const least = leastRole(action);
  const values = [
    userId,
    caller.kind === 'session' ? caller.sessionId : null,
    caller.kind === 'key' ? caller.keyId : null,
    roles.filter((role) => includesRole(role, least)),
    formIds,
  ];
  const { rows } = await pool.query<{ isAllowed: boolean }>({ name: 'still-may', text: sql, values });
  return rows[0]?.isAllowed === true;
}
