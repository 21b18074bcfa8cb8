import type { FormCheck, FormCheckSettings, Prisma, PrismaClient } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';

const startSql = `
insert into form_checks (id, form_id, page_url)
select $1::uuid, forms.id, $3 from forms
where forms.id = $2::uuid
  and (select count(*) from form_checks where form_id = forms.id and created_at > now() - interval '1 hour') < $4
on conflict (form_id) where finished_at is null do nothing
returning id`;

/** Adds a check-up; false if one is under way, or if the form has had this many within an hour. */
export async function insertCheck(
  tx: Prisma.TransactionClient,
  check: { readonly id: string; readonly formId: string; readonly url: string },
  perHour: number,
): Promise<boolean> {
  return (await runIn(tx)(startSql, [check.id, check.formId, check.url, perHour])).length === 1;
}

export async function hasOpenCheck(prisma: PrismaClient, formId: string): Promise<boolean> {
  return (await prisma.formCheck.count({ where: { formId, finishedAt: null } })) > 0;
}

export function findCheck(prisma: PrismaClient, formId: string, id: string): Promise<FormCheck | null> {
  return prisma.formCheck.findFirst({ where: { id, formId } });
}

export function findLatestCheck(prisma: PrismaClient, formId: string): Promise<FormCheck | null> {
  return prisma.formCheck.findFirst({ where: { formId }, orderBy: { createdAt: 'desc' } });
}

export function findCheckSettings(
  reader: Pick<Prisma.TransactionClient, 'formCheckSettings'>,
  formId: string,
): Promise<FormCheckSettings | null> {
  return reader.formCheckSettings.findUnique({ where: { formId } });
}

export async function saveCheckSettings(
  tx: Prisma.TransactionClient,
  formId: string,
  data: { readonly pageUrl: string | null; readonly isWeekly: boolean; readonly nextAt: Date | null },
): Promise<void> {
  await tx.formCheckSettings.upsert({ where: { formId }, create: { formId, ...data }, update: data });
}
