import type { Column } from '@inlet/contracts/inbox-views';
import type { Queryable } from '@inlet/db/cancellable';
import type { Prisma, PrismaClient } from '@inlet/db/client';

/** The columns that an owner chose; empty if there is no choice. */
export async function findColumns(prisma: PrismaClient, formId: string): Promise<readonly Column[]> {
  const row = await prisma.formColumns.findUnique({ where: { formId } });
  return (row?.columns ?? []) as unknown as readonly Column[];
}

export async function saveColumns(
  tx: Prisma.TransactionClient,
  formId: string,
  columns: readonly Column[],
): Promise<void> {
  if (columns.length === 0) {
    await tx.formColumns.deleteMany({ where: { formId } });
    return;
  }
  const values = { columns: columns.map((column) => ({ ...column })), updatedAt: new Date() };
  await tx.formColumns.upsert({ where: { formId }, create: { formId, ...values }, update: values });
}

/** The fields of the newest submissions in the inbox, as JSON text, without large ones. */
export async function findNewestFields(
  pool: Queryable,
  { formId, rowsMax, bytesMax }: { formId: string; rowsMax: number; bytesMax: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ data: string }>({
    name: 'newest-fields',
    text: `select data::text as data from (
      select data from submissions where form_id = $1 and not is_spam order by created_at desc, id desc limit $2
    ) as newest where octet_length(data::text) <= $3`,
    values: [formId, rowsMax, bytesMax],
  });
  return rows.map(({ data }) => data);
}
