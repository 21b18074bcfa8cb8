import type { ListStrategy } from '#inbox/list/list-strategy.ts';
import { countRange, findRows } from '#inbox/submissions/submissions.store.ts';

/** Submissions between two times. */
export const byRange: ListStrategy = {
  appliesTo: ({ from, to }) => from !== undefined || to !== undefined,
  isSearch: false,
  keepsTotal: true,
  find: async (connection, { whole, total, ...wanted }) => {
    const rows = await findRows(connection, wanted);
    return { rows, counted: total ?? (await countRange(connection, { ...wanted, range: whole })) };
  },
};
