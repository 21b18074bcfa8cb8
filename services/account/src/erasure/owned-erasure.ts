import type { Owned } from '#access/owned.ts';
import { findAnyErasure } from '#erasure/erasures.store.ts';
import type { ShownErasure } from '#erasure/shown-erasure.ts';
import { erasureNotFound } from '#errors.ts';

export const ownedErasure: Owned<{ readonly erasure: ShownErasure }> = {
  find: async ({ database }, id) => {
    const erasure = await findAnyErasure(database.prisma, id);
    return erasure && { erasure };
  },
  notFound: erasureNotFound,
};
