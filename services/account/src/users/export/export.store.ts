import type { Queryable } from '@inlet/db/cancellable';
import type {
  ApiKey,
  Checkout,
  Form,
  FormTotal,
  Identity,
  Invitation,
  MailToken,
  Membership,
  MonthlyUsage,
  Passkey,
  PrismaClient,
  Session,
  Subscription,
  Totp,
  WorkspaceInvitation,
} from '@inlet/db/client';
import type { Pool } from 'pg';
import { shownAssignee } from '#inbox/submissions/state-row.ts';

/** The data of an account besides its events and submissions: small enough to be read at once. */
export interface Holdings {
  /** Mailed links that are not used yet. */
  readonly mailTokens: readonly MailToken[];
  readonly invitations: readonly Invitation[];
  readonly subscription: Subscription | null;
  readonly checkouts: readonly Checkout[];
  readonly sessions: readonly Session[];
  readonly apiKeys: readonly ApiKey[];
  readonly usage: readonly MonthlyUsage[];
  readonly members: readonly ExportedMember[];
  readonly workspaceInvitations: readonly WorkspaceInvitation[];
  readonly factors: ExportedFactors;
  readonly forms: readonly { readonly form: Form; readonly total: FormTotal | null }[];
}

export interface ExportedMember extends Membership {
  readonly person: { readonly email: string };
  readonly forms: readonly { readonly formId: string }[];
}

/** How the person that asks signs in, besides the password. */
export interface ExportedFactors {
  readonly totp: Pick<Totp, 'createdAt' | 'confirmedAt'> | null;
  readonly recoveryCodes: number;
  readonly passkeys: readonly Pick<Passkey, 'name' | 'rpId' | 'createdAt' | 'lastUsedAt'>[];
  readonly identities: readonly Pick<Identity, 'issuer' | 'subject' | 'createdAt' | 'lastUsedAt'>[];
}

function findMembers(prisma: PrismaClient, userId: string): Promise<ExportedMember[]> {
  return prisma.membership.findMany({
    where: { userId },
    include: { person: { select: { email: true } }, forms: { select: { formId: true } } },
    orderBy: [{ createdAt: 'asc' }, { personId: 'asc' }],
  });
}

/** Without secrets, public keys and hashes. */
async function readFactors(prisma: PrismaClient, personId: string): Promise<ExportedFactors> {
  const [where, times] = [{ personId }, { createdAt: true, lastUsedAt: true } as const];
  const [totp, recoveryCodes, passkeys, identities] = await Promise.all([
    prisma.totp.findUnique({ where, select: { createdAt: true, confirmedAt: true } }),
    prisma.recoveryCode.count({ where }),
    prisma.passkey.findMany({ where, select: { name: true, rpId: true, ...times }, orderBy: { createdAt: 'asc' } }),
    prisma.identity.findMany({
      where,
      select: { issuer: true, subject: true, ...times },
      orderBy: { createdAt: 'asc' },
    }),
  ]);
  return { totp, recoveryCodes, passkeys, identities };
}

export async function readHoldings(prisma: PrismaClient, userId: string, personId: string): Promise<Holdings> {
  const where = { userId };
  const [mailTokens, invitations, subscription, checkouts, sessions, apiKeys, usage, forms] = await Promise.all([
    prisma.mailToken.findMany({ where: { personId }, orderBy: { createdAt: 'desc' } }),
    prisma.invitation.findMany({ where, orderBy: { createdAt: 'desc' } }),
    prisma.subscription.findUnique({ where }),
    prisma.checkout.findMany({ where, orderBy: { createdAt: 'desc' } }),
    prisma.session.findMany({ where: { personId }, orderBy: { createdAt: 'desc' } }),
    prisma.apiKey.findMany({ where, orderBy: { createdAt: 'desc' } }),
    prisma.monthlyUsage.findMany({ where, orderBy: { month: 'desc' } }),
    prisma.form.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
  ]);
  const [members, workspaceInvitations, factors] = await Promise.all([
    findMembers(prisma, userId),
    prisma.workspaceInvitation.findMany({ where, orderBy: { createdAt: 'desc' } }),
    readFactors(prisma, personId),
  ]);
  const totals = await prisma.formTotal.findMany({ where: { formId: { in: forms.map(({ id }) => id) } } });
  const totalOf = new Map(totals.map((total) => [total.formId, total]));
  const owned = forms.map((form) => ({ form, total: totalOf.get(form.id) ?? null }));
  const ofPeople = { members, workspaceInvitations, factors };
  return { mailTokens, invitations, subscription, checkouts, sessions, apiKeys, usage, ...ofPeople, forms: owned };
}

export interface ExportedSubmission {
  readonly id: string;
  /** The fields as JSON, as they were sent: parsing and serialising would change numbers. */
  readonly data: string;
  readonly bytes: number;
  readonly origin: string | null;
  readonly userAgent: string | null;
  readonly isSpam: boolean;
  /** The verdict; null if there is none. */
  readonly spam: unknown;
  readonly subject: string | null;
  readonly replyTo: string | null;
  /** The language that the visitor's browser prefers; null if it is not stored. */
  readonly visitorLanguage: string | null;
  /** The rules that it breaks; null if it breaks none. */
  readonly ruleErrors: unknown;
  readonly rulesVersion: number | null;
  /** Whether the visitor was asked to confirm the address, and when it was confirmed. */
  readonly confirmation: string | null;
  readonly confirmedAt: Date | null;
  readonly createdAt: Date;
  /** The state of the work on it; null if there is none. */
  readonly state: unknown;
  /** Their names; the bytes are in the form's own export. */
  readonly files: unknown;
}

/** The requested number of rows or fewer: rows after the one that reaches the byte limit are left for the next page. */
const pageSql = `
select id, data, bytes, origin, user_agent as "userAgent", is_spam as "isSpam", spam, subject, reply_to as "replyTo",
  visitor_language as "visitorLanguage", rule_errors as "ruleErrors", rules_version as "rulesVersion", confirmation,
  confirmed_at as "confirmedAt", created_at as "createdAt", (
    select json_build_object('isRead', is_read, 'isStarred', is_starred, 'status', status, 'tags', tags, 'note', note,
      'assigneeId', ${shownAssignee}, 'updatedAt', updated_at)
    from submission_states where submission_id = id
  ) as state, coalesce((
    select json_agg(json_build_object('id', files.id, 'field', field, 'name', name, 'type', type, 'size', size,
      'sha256', sha256, 'state', state) order by position)
    from files where submission_id = measured.id and state <> 'deleting'
  ), '[]') as files
from (
  select *, sum(bytes) over (order by created_at desc, id desc) - bytes as bytes_before
  from (
    select id, data::text as data, octet_length(data::text) as bytes, origin, user_agent, is_spam, spam, subject,
      reply_to, visitor_language, rule_errors, rules_version, confirmation, confirmed_at, created_at
    from submissions
    where form_id = $1 and is_spam = $2 and (created_at, id) < ($3, $4)
    order by created_at desc, id desc
    limit $5
  ) as page
) as measured
where bytes_before < $6
order by created_at desc, id desc`;

const newest = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export interface SubmissionsPage {
  readonly formId: string;
  readonly isSpam: boolean;
  readonly before: Pick<ExportedSubmission, 'id' | 'createdAt'> | null;
  readonly limit: number;
  readonly maxBytes: number;
}

/** A form's submissions from a cursor on, newest first; none when it has no more. */
export async function findPage(pool: Queryable, page: SubmissionsPage): Promise<ExportedSubmission[]> {
  const { createdAt, id } = page.before ?? newest;
  const values = [page.formId, page.isSpam, createdAt, id, page.limit, page.maxBytes];
  return (await pool.query<ExportedSubmission>({ name: 'page-of-export', text: pageSql, values })).rows;
}

export interface CountedDay {
  readonly date: string;
  /** Empty for no origin; omitted if all are counted together. */
  readonly origin?: string;
  readonly count: number;
}

/** The previous release counted hours; half hours are counted since. */
const daysSql = `
select to_char(day, 'YYYY-MM-DD') as date, submission_count as count, spam_count as spam, to_json(array(
  select hours[hour] + half_hours[2 * hour - 1] + half_hours[2 * hour] from generate_series(1, 24) as hour
)) as hours
from daily_form_counters where form_id = $1 and day < $2::date order by day desc limit $3`;

/** The submissions of a form for each day and hour, newest first. */
export async function findDays(pool: Pool, formId: string, last: CountedDay | null, limit: number) {
  const values = [formId, last?.date ?? 'infinity', limit];
  return (await pool.query<CountedDay>({ name: 'days-of-export', text: daysSql, values })).rows;
}

const originsSql = `
select to_char(day, 'YYYY-MM-DD') as date, origin, submission_count as count
from daily_origin_counters where form_id = $1 and (day, origin) > ($2::date, $3) order by day, origin limit $4`;

/** The same by origin, oldest first. */
export async function findOrigins(pool: Pool, formId: string, last: CountedDay | null, limit: number) {
  const values = [formId, last?.date ?? '-infinity', last?.origin ?? '', limit];
  return (await pool.query<CountedDay>({ name: 'origins-of-export', text: originsSql, values })).rows;
}

export interface RefusedDay {
  readonly date: string;
  readonly reason: string;
  readonly count: number;
}

const refusalsSql = `
select to_char(day, 'YYYY-MM-DD') as date, reason, refusal_count as count
from daily_refusal_counters where form_id = $1 and (day, reason) > ($2::date, $3) order by day, reason limit $4`;

/** The refusals of a form for each day, oldest first. */
export async function findRefusals(pool: Pool, formId: string, last: RefusedDay | null, limit: number) {
  const values = [formId, last?.date ?? '-infinity', last?.reason ?? '', limit];
  return (await pool.query<RefusedDay>({ name: 'refusals-of-export', text: refusalsSql, values })).rows;
}

/** A submission that the database refused, as stored JSON. The reason is the database's message, for operators. */
export interface SetAside {
  readonly id: string;
  readonly createdAt: Date;
  readonly payload: Buffer;
}

const setAsideSql = `
select id, created_at as "createdAt", payload
from dead_submissions where form_id = any($1) and id > $2 order by id limit $3`;

export async function findSetAside(pool: Pool, formIds: readonly string[], last: SetAside | null, limit: number) {
  const values = [formIds, last?.id ?? '00000000-0000-0000-0000-000000000000', limit];
  return (await pool.query<SetAside>({ name: 'set-aside-of-export', text: setAsideSql, values })).rows;
}
