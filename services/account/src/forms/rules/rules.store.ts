import type { Rules } from '@inlet/contracts/rules';
import type { FormRules, Prisma, PrismaClient } from '@inlet/db/client';
import type { Pool } from 'pg';

export function findRules(prisma: Prisma.TransactionClient | PrismaClient, formId: string): Promise<FormRules | null> {
  return prisma.formRules.findUnique({ where: { formId } });
}

export async function upsertRules(
  tx: Prisma.TransactionClient,
  formId: string,
  rules: Rules,
  version: number,
): Promise<FormRules> {
  const values = { rules, version };
  return tx.formRules.upsert({ where: { formId }, create: { formId, ...values }, update: values });
}

/** A submission as its rules see it. */
export interface ReceivedFields {
  readonly id: string;
  readonly createdAt: Date;
  /** The fields as JSON text. */
  readonly data: string;
  readonly files: readonly {
    readonly field: string;
    readonly name: string;
    readonly type: string;
    readonly size: number;
  }[];
}

/** The newest submissions in the inbox of a form, as many as have these bytes together. */
const newestSql = `
select id, created_at as "createdAt", data, files from (
  select id, created_at, data::text as data, coalesce((
      select json_agg(json_build_object('field', field, 'name', name, 'type', type, 'size', size) order by position)
      from files where submission_id = newest.id and state <> 'deleting'
    ), '[]') as files, sum(octet_length(data::text)) over (order by created_at desc, id desc) as bytes
  from (
    select id, created_at, data from submissions where form_id = $1 and not is_spam
    order by created_at desc, id desc limit $2
  ) as newest
) as summed where bytes <= $3 order by created_at desc, id desc`;

export async function findNewestFields(
  pool: Pool,
  { formId, rowsMax, bytesMax }: { readonly formId: string; readonly rowsMax: number; readonly bytesMax: number },
): Promise<ReceivedFields[]> {
  const values = [formId, rowsMax, bytesMax];
  return (await pool.query<ReceivedFields>({ name: 'newest-for-rules', text: newestSql, values })).rows;
}
