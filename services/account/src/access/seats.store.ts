import { type Role, roles } from '@inlet/contracts/roles';
import { Prisma, type PrismaClient } from '@inlet/db/client';
import type { Membership, Seat } from '#access/seat.ts';

type Reader = Pick<PrismaClient, '$queryRaw' | 'user'>;

interface MembershipRow {
  readonly userId: string;
  readonly role: string;
  readonly allForms: boolean;
  readonly formIds: readonly string[];
  readonly lastActiveOn: Date | null;
}

/** The workspace that a person asks for, or the only one that is meant if the person names none. */
export async function findSeat(
  reader: Reader,
  personId: string,
  { asked, last }: { readonly asked?: string | undefined; readonly last?: string | null },
): Promise<Seat | null> {
  const only = asked === undefined ? Prisma.empty : Prisma.sql`and memberships.user_id = ${asked}::uuid`;
  const [row] = await reader.$queryRaw<MembershipRow[]>`
    select memberships.user_id as "userId", role, all_forms as "allForms", memberships.last_active_on as "lastActiveOn",
      array(
        select form_id from membership_forms listed
        where listed.user_id = memberships.user_id and listed.person_id = memberships.person_id
      ) as "formIds"
    from memberships join users on users.id = memberships.user_id
    where person_id = ${personId}::uuid ${only}
    order by memberships.user_id = ${last ?? null}::uuid desc nulls last, memberships.user_id = person_id desc,
      subscription_status = 'active' desc, memberships.created_at, memberships.user_id
    limit 1`;
  const user = row ? await reader.user.findUnique({ where: { id: row.userId } }) : null;
  return row && user ? { user, membership: membershipOf(row) } : null;
}

function membershipOf({ role, allForms, formIds, lastActiveOn }: MembershipRow): Membership {
  // A role that this release does not know may do the least.
  const known: Role = roles.find((each) => each === role) ?? 'viewer';
  return { role: known, allForms, formIds, lastActiveOn };
}

/** The workspace in whose trail stands what a person does for itself; null for a person in none. */
export async function findHome(reader: Pick<PrismaClient, '$queryRaw'>, personId: string): Promise<string | null> {
  const [row] = await reader.$queryRaw<{ userId: string }[]>`
    select user_id as "userId" from memberships where person_id = ${personId}::uuid
    order by user_id = person_id desc, created_at, user_id limit 1`;
  return row?.userId ?? null;
}

/** Shows a form to a member that does not see all of them. */
export async function listForm(
  tx: Prisma.TransactionClient,
  row: Prisma.MembershipFormUncheckedCreateInput,
): Promise<void> {
  await tx.membershipForm.create({ data: row });
}
