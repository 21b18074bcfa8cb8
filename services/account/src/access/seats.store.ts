import { type Role, roles } from '@inlet/contracts/roles';
import { type Person, Prisma, type PrismaClient, type User } from '@inlet/db/client';
import type { Membership, Seat } from '#access/seat.ts';

type Reader = Pick<PrismaClient, '$queryRaw'>;

/** The columns of a workspace under the names of its fields. */
const userColumns = Prisma.raw(columnsOf('users', 'user', Object.keys(Prisma.UserScalarFieldEnum)));
const personColumns = Prisma.raw(columnsOf('people', 'person', Object.keys(Prisma.PersonScalarFieldEnum)));

function columnsOf(table: string, prefix: string, fields: readonly string[]): string {
  return fields.map((field) => `${table}.${columnOf(field)} as "${prefix}.${field}"`).join(', ');
}

function columnOf(field: string): string {
  return field === 'name' ? 'workspace_name' : field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface MembershipRow {
  readonly role: string;
  readonly allForms: boolean;
  readonly formIds: readonly string[];
  readonly memberActiveOn: Date | null;
}
type Row = Readonly<Record<string, unknown>>;

/** Selects one workspace of a person: the one that is asked for, or else the last one or the first. */
function seatOf(personId: Prisma.Sql, asked: string | undefined, last: Prisma.Sql): Prisma.Sql {
  const only = asked === undefined ? Prisma.empty : Prisma.sql`and memberships.user_id = ${asked}::uuid`;
  return Prisma.sql`
    select ${userColumns}, role, all_forms as "allForms", memberships.last_active_on as "memberActiveOn",
      array(
        select form_id from membership_forms listed
        where listed.user_id = memberships.user_id and listed.person_id = memberships.person_id
      ) as "formIds"
    from memberships join users on users.id = memberships.user_id
    where memberships.person_id = ${personId} ${only}
    order by memberships.user_id = ${last} desc nulls last, memberships.user_id = person_id desc,
      subscription_status = 'active' desc, memberships.created_at, memberships.user_id
    limit 1`;
}

/** The workspace that a person asks for, or the only one that is meant if the person names none. */
export async function findSeat(
  reader: Reader,
  personId: string,
  { asked, last }: { readonly asked?: string | undefined; readonly last?: string | null },
): Promise<Seat | null> {
  const sql = seatOf(Prisma.sql`${personId}::uuid`, asked, Prisma.sql`${last ?? null}::uuid`);
  const [row] = await reader.$queryRaw<(Row & MembershipRow)[]>(sql);
  return row ? presentSeat(row) : null;
}

/** The person of a living session, and the workspace that its requests mean, in one statement for every request. */
export async function findPresence(
  reader: Reader,
  sessionId: string,
  asked: string | undefined,
): Promise<{ readonly person: Person; readonly confirmedAt: Date; readonly seat: Seat | null } | null> {
  const [row] = await reader.$queryRaw<(Row & MembershipRow & { readonly confirmedAt: Date })[]>`
    select ${personColumns}, coalesce(confirmed_at, sessions.created_at) as "confirmedAt", seat.*
    from sessions join people on people.id = sessions.person_id
    left join lateral (${seatOf(Prisma.sql`people.id`, asked, Prisma.sql`sessions.workspace_id`)}) as seat on true
    where sessions.id = ${sessionId}::uuid and expires_at > ${new Date()}`;
  if (!row) return null;
  const person = pick(row, 'person') as Person;
  return { person, confirmedAt: row.confirmedAt, seat: row['user.id'] === null ? null : presentSeat(row) };
}

function presentSeat(row: Row & MembershipRow): Seat {
  return { user: pick(row, 'user') as User, membership: membershipOf(row) };
}

/** The fields of a row behind a prefix. */
function pick(row: Row, prefix: string): unknown {
  const fields = Object.entries(row).filter(([name]) => name.startsWith(`${prefix}.`));
  return Object.fromEntries(fields.map(([name, value]) => [name.slice(prefix.length + 1), value]));
}

function membershipOf({ role, allForms, formIds, memberActiveOn }: MembershipRow): Membership {
  // A role that this release does not know may do the least.
  const known: Role = roles.find((each) => each === role) ?? 'viewer';
  return { role: known, allForms, formIds, lastActiveOn: memberActiveOn };
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
