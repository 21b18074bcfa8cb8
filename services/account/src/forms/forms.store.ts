import type { Form, FormTotal, Prisma, PrismaClient } from '@inlet/db/client';

/** A form beside what it holds; a form that never received anything has no total. */
export interface FormWithTotal {
  readonly form: Form;
  readonly total: FormTotal | null;
}

export interface FormFilter {
  readonly userId: string;
  readonly limit: number;
  /** Part of the name or the description; empty finds all. */
  readonly search: string;
}

/** An account's forms, newest first. */
export async function findForms(prisma: PrismaClient, filter: FormFilter): Promise<FormWithTotal[]> {
  const contains = { contains: escapeLike(filter.search), mode: 'insensitive' } as const;
  const forms = await prisma.form.findMany({
    where: {
      userId: filter.userId,
      ...(filter.search !== '' && { OR: [{ name: contains }, { description: contains }] }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: filter.limit,
  });
  const totals = await prisma.formTotal.findMany({ where: { formId: { in: forms.map(({ id }) => id) } } });
  const totalOf = new Map(totals.map((total) => [total.formId, total]));
  return forms.map((form) => ({ form, total: totalOf.get(form.id) ?? null }));
}

/** One form, if it is the account's own. */
export async function findForm(prisma: PrismaClient, id: string, userId: string): Promise<FormWithTotal | null> {
  const form = await prisma.form.findFirst({ where: { id, userId } });
  if (!form) return null;
  return { form, total: await prisma.formTotal.findUnique({ where: { formId: id } }) };
}

/** Waits for whoever else is adding a form to the account: a count is only true while nobody else can add one. */
export async function lockForms(tx: Prisma.TransactionClient, userId: string): Promise<number> {
  await tx.$queryRaw`select id from users where id = ${userId}::uuid for update`;
  return tx.form.count({ where: { userId } });
}

export async function insertForm(tx: Prisma.TransactionClient, form: Prisma.FormUncheckedCreateInput): Promise<Form> {
  return tx.form.create({ data: form });
}

/** `%`, `_` and `\` mean themselves in what a person searches for. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
