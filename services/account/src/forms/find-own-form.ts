import { isId } from '#access/is-id.ts';
import { type Seat, seesForm } from '#access/seat.ts';
import { formNotFound } from '#errors.ts';
import { type FormWithTotal, findForm } from '#forms/forms.store.ts';
import type { Resources } from '#resources.ts';

/** Finds a form that the caller sees. Another account's form gives the same 404 as an unknown id. */
export async function findOwnForm(
  { database }: Pick<Resources, 'database'>,
  { user, membership }: Seat,
  id: string,
): Promise<FormWithTotal> {
  const form = isId(id) ? await findForm(database.prisma, id, user.id) : null;
  if (!form || !seesForm(membership, id.toLowerCase())) throw formNotFound();
  return form;
}
