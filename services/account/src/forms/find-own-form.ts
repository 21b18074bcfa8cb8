import { isId } from '#access/is-id.ts';
import { formNotFound } from '#errors.ts';
import { type FormWithTotal, findForm } from '#forms/forms.store.ts';
import type { Resources } from '#resources.ts';

/** Finds a form of the account. Another account's form gives the same 404 as an unknown id. */
export async function findOwnForm(
  { database }: Pick<Resources, 'database'>,
  userId: string,
  id: string,
): Promise<FormWithTotal> {
  const form = isId(id) ? await findForm(database.prisma, id, userId) : null;
  if (!form) throw formNotFound();
  return form;
}
