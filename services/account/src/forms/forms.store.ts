import type { Queryable } from '@inlet/db/cancellable';
import type { Form, FormTotal, Prisma, PrismaClient } from '@inlet/db/client';

/** A form with its counters; a form that never received a submission has no total. */
export interface FormWithTotal {
  readonly form: Form;
  readonly total: FormTotal | null;
}

/** A form is always looked up together with its owner. */
export type FormKey = Pick<Form, 'id' | 'userId'>;

/** A cursor in the list: right after this form. */
export type FormPosition = Pick<Form, 'id' | 'createdAt'>;

export interface FormFilter {
  readonly userId: string;
  /** The forms that exist for the reader; null for all. */
  readonly seen: readonly string[] | null;
  /** Only these forms; null for all. */
  readonly only: readonly string[] | null;
  readonly limit: number;
  /** A part of the name or the description; an empty text matches all. */
  readonly search: string;
  /** The list starts after this form. */
  readonly before: FormPosition | null;
}

/** An account's forms, newest first. */
export async function findForms(prisma: PrismaClient, filter: FormFilter): Promise<FormWithTotal[]> {
  const contains = { contains: escapeLike(filter.search), mode: 'insensitive' } as const;
  const { createdAt, id } = filter.before ?? {};
  const forms = await prisma.form.findMany({
    where: {
      userId: filter.userId,
      ...(filter.seen && { id: { in: [...filter.seen] } }),
      AND: [
        ...(filter.only ? [{ id: { in: [...filter.only] } }] : []),
        ...(filter.search === '' ? [] : [{ OR: [{ name: contains }, { description: contains }] }]),
        ...(createdAt && id ? [{ OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }] : []),
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: filter.limit,
  });
  const totals = await prisma.formTotal.findMany({ where: { formId: { in: forms.map(({ id }) => id) } } });
  const totalOf = new Map(totals.map((total) => [total.formId, total]));
  return forms.map((form) => ({ form, total: totalOf.get(form.id) ?? null }));
}

/** The submissions of forms for each day from one on, by form id. */
export async function countDays(prisma: PrismaClient, formIds: readonly string[], from: Date) {
  const counters = await prisma.dailyFormCounter.findMany({
    select: { formId: true, day: true, submissionCount: true },
    where: { formId: { in: [...formIds] }, day: { gte: from } },
  });
  return Map.groupBy(counters, ({ formId }) => formId);
}

/**
 * The newest submissions of each form are found by the index; one without a state is read if it precedes the form's
 * watermark.
 */
const unreadSql = `
select forms.id, count(*)::int as unread
from forms cross join lateral (
  select id, created_at from submissions where form_id = forms.id and not is_spam
  order by created_at desc, id desc limit $2
) as newest
where forms.id = any($1) and not coalesce(
  (select is_read from submission_states where submission_id = newest.id), newest.created_at < forms.read_before, false)
group by forms.id`;

/** The unread submissions among the newest of forms, by form id; forms without any are left out. */
export async function countUnreadOfForms(pool: Queryable, formIds: readonly string[], among: number) {
  const { rows } = await pool.query<{ id: string; unread: number }>({
    name: 'unread-of-forms',
    text: unreadSql,
    values: [formIds, among],
  });
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}

/** A form, if it belongs to the account. */
export async function findForm(prisma: PrismaClient, id: string, userId: string): Promise<FormWithTotal | null> {
  const found = await findAnyForm(prisma, id);
  return found?.form.userId === userId ? found : null;
}

/** A form of any account. The caller compares its owner. */
export async function findAnyForm(prisma: PrismaClient, id: string): Promise<FormWithTotal | null> {
  const form = await prisma.form.findUnique({ where: { id } });
  if (!form) return null;
  return { form, total: await prisma.formTotal.findUnique({ where: { formId: id } }) };
}

/** The count stays true as long as the caller's lock of the account. */
export function countForms(tx: Prisma.TransactionClient, userId: string): Promise<number> {
  return tx.form.count({ where: { userId } });
}

export function insertForm(tx: Prisma.TransactionClient, form: Prisma.FormUncheckedCreateInput): Promise<Form> {
  return tx.form.create({ data: form });
}

export function findOwn(tx: Prisma.TransactionClient, { id, userId }: FormKey): Promise<Form | null> {
  return tx.form.findFirst({ where: { id, userId } });
}

export function saveForm(tx: Prisma.TransactionClient, id: string, change: Prisma.FormUpdateInput): Promise<Form> {
  return tx.form.update({ where: { id }, data: change });
}

/** Takes a form away and leaves a note that its submissions are to be removed. Returns whether it was there. */
export async function removeForm(tx: Prisma.TransactionClient, { id, userId }: FormKey): Promise<boolean> {
  const { count } = await tx.form.deleteMany({ where: { id, userId } });
  if (count === 0) return false;
  await tx.formDeletion.create({ data: { formId: id } });
  return true;
}

/** Notifies the change feed that all submissions of a form are gone. */
export async function recordFormRemoval(tx: Prisma.TransactionClient, { id, userId }: FormKey): Promise<void> {
  await tx.$queryRaw`
    select record_changes(array['deleted'], array[null]::uuid[], array[${id}]::uuid[], array[${userId}]::uuid[])`;
}

/** Removes all forms of an account in the same way. Their entries in the change feed are deleted with the account. */
export async function removeForms(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$executeRaw`
    with removed as (delete from forms where user_id = ${userId}::uuid returning id)
    insert into form_deletions (form_id) select id from removed`;
}

/** Escapes `%`, `_` and `\`, which have no special meaning in a search. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
