import type { Pool } from 'pg';

export interface WantedRight {
  readonly userId: string;
  readonly sessionId: string | null;
  readonly keyId: string | null;
  /** One of these roles has it. */
  readonly roles: readonly string[];
  /** The forms that must be seen; null for all of them. */
  readonly formIds: readonly string[] | null;
}

/**
 * Whether the person of a session may enter a workspace: one that requires a second factor is closed to members without
 * one.
 */
export const factorSql = `(
  not (select requires_second_factor from users as entered where entered.id = member.user_id)
  or exists (select from totps where totps.person_id = member.person_id and confirmed_at is not null)
  or exists (select from passkeys where passkeys.person_id = member.person_id)
)`;

const sql = `
select exists (
  select from sessions
  join memberships as member on member.person_id = sessions.person_id and member.user_id = $1
  where sessions.id = $2 and sessions.expires_at > now() and member.role = any($4::text[]) and ${factorSql} and (
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

/** Whether a session or a key has a right in a workspace. */
export async function hasRight(
  pool: Pool,
  { userId, sessionId, keyId, roles, formIds }: WantedRight,
): Promise<boolean> {
  const values = [userId, sessionId, keyId, roles, formIds];
  const { rows } = await pool.query<{ isAllowed: boolean }>({ name: 'has-right', text: sql, values });
  return rows[0]?.isAllowed === true;
}
