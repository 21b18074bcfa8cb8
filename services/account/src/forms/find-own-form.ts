import { isId } from '#access/is-id.ts';
import { formNotFound } from '#errors.ts';
import { type FormWithTotal, findForm } from '#forms/forms.store.ts';
import type { Resources } from '#resources.ts';

/** A form of the account; another account's form is as absent as one that never existed. */
export async function findOwnForm(
  { database }: Pick<Resources, 'database'>,
  userId: string,
  id: string,
): Promise<FormWithTotal> {
  const form = isId(id) ? await findForm(database.prisma, id, userId) : null;
  if (!form) throw formNotFound();
  return form;
}
