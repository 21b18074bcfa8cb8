import type { ListStrategy } from '#inbox/list/list-strategy.ts';
import { findRowsOfFolder } from '#inbox/submissions/submissions.store.ts';

/** All submissions of a folder. Its counter tells how many there are, on each page anew. */
export const wholeFolder: ListStrategy = {
  appliesTo: () => true,
  isSearch: false,
  keepsTotal: false,
  find: async (connection, wanted) => {
    const { rows, count = wanted.folderCount } = await findRowsOfFolder(connection, wanted);
    return { rows, counted: { count, isExact: true } };
  },
};
