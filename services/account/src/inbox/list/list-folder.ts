import type { ListStrategy } from '#inbox/list/list-strategy.ts';
import { findRowsOfFolder } from '#inbox/submissions/submissions.store.ts';

/** All submissions of a folder. Its counter provides the total for each page. */
export const wholeFolder: ListStrategy = {
  appliesTo: () => true,
  isSearch: false,
  keepsTotal: false,
  find: async (connection, wanted) => {
    const { rows, count = wanted.folderCount } = await findRowsOfFolder(connection, wanted);
    return { rows, counted: { count, isExact: true } };
  },
};
