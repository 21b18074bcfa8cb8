import type { Form, FormList, listFormsQuerySchema } from '@inlet/contracts/forms';
import type { PrismaClient } from '@inlet/db/client';
import { fitInPage } from '@inlet/http/page-bytes';
import type * as z from 'zod';
import { findForms } from '#forms/forms.store.ts';
import { presentForm } from '#forms/present-form.ts';
import { readSparklines } from '#forms/read-sparklines.ts';
import { formatCursor, parseCursor } from '#inbox/submissions/cursor.ts';
import type { Resources } from '#resources.ts';

/** A page of an account's forms, newest first. */
export async function listForms(
  { database, config }: Pick<Resources, 'database' | 'config'>,
  userId: string,
  { limit, q, cursor, sparkline }: z.output<typeof listFormsQuerySchema>,
): Promise<FormList> {
  const before = cursor === undefined ? null : parseCursor(cursor);
  // One more than asked for tells whether the list goes on.
  const found = await findForms(database.prisma, { userId, limit: limit + 1, search: q, before });
  const page = found.slice(0, limit).map((form) => presentForm(form, config.PUBLIC_URL));
  const forms = fitInPage(sparkline ? await withSparklines(database.prisma, page) : page);
  const last = found[forms.length - 1]?.form;
  const nextCursor = last && forms.length < found.length ? formatCursor({ ...last, direction: 'older' }) : null;
  return { forms, nextCursor };
}

async function withSparklines(prisma: PrismaClient, forms: readonly Form[]): Promise<Form[]> {
  const sparklines = await readSparklines(
    prisma,
    forms.map(({ id }) => id),
  );
  return forms.map((form) => ({ ...form, sparkline: sparklines.get(form.id) }));
}
