import type { Owned } from '#access/owned.ts';
import { formNotFound } from '#errors.ts';
import { type FormWithTotal, findAnyForm } from '#forms/forms.store.ts';

export const ownedForm: Owned<FormWithTotal> = {
  find: ({ database }, id) => findAnyForm(database.prisma, id),
  notFound: formNotFound,
};
