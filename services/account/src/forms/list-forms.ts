import type { FormList, listFormsQuerySchema } from '@inlet/contracts/forms';
import { fitInPage } from '@inlet/service/page-bytes';
import type * as z from 'zod';
import { findForms } from '#forms/forms.store.ts';
import { presentForm } from '#forms/present-form.ts';
import { formatCursor, parseCursor } from '#inbox/submissions/cursor.ts';
import type { Resources } from '#resources.ts';

/** A page of an account's forms, newest first. */
export async function listForms(
  { database, config }: Pick<Resources, 'database' | 'config'>,
  userId: string,
  { limit, q, cursor }: z.output<typeof listFormsQuerySchema>,
): Promise<FormList> {
  const before = cursor === undefined ? null : parseCursor(cursor);
  // One more than asked for tells whether the list goes on.
  const found = await findForms(database.prisma, { userId, limit: limit + 1, search: q, before });
  const forms = fitInPage(found.slice(0, limit).map((form) => presentForm(form, config.PUBLIC_URL)));
  const last = found[forms.length - 1]?.form;
  const nextCursor = last && forms.length < found.length ? formatCursor({ ...last, direction: 'older' }) : null;
  return { forms, nextCursor };
}
