import * as z from 'zod';
import { formNotFound } from '#errors.ts';
import { type FormWithTotal, findForm } from '#forms/forms.store.ts';
import type { Resources } from '#resources.ts';

const idSchema = z.uuid();

/** A form of the account; another account's form is as absent as one that never existed. */
export async function findOwnForm(
  { database }: Pick<Resources, 'database'>,
  userId: string,
  id: string,
): Promise<FormWithTotal> {
  const form = idSchema.safeParse(id).success ? await findForm(database.prisma, id, userId) : null;
  if (!form) throw formNotFound();
  return form;
}
