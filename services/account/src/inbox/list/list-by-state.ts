import type { ListStrategy } from '#inbox/list/list-strategy.ts';
import { asksForState, countStateRows, findStateRows } from '#inbox/list/state-rows.store.ts';
import { countedMax, countedTo } from '#inbox/submissions/submissions.store.ts';

/** Submissions that are read, starred, tagged, assigned or have a status, without a text search. */
export const byState: ListStrategy = {
  appliesTo: (filter) => filter.q === '' && asksForState(filter),
  isSearch: true,
  keepsTotal: true,
  find: async (connection, { whole, total, ...wanted }) => {
    const rows = await findStateRows(connection, wanted);
    if (total) return { rows, counted: total };
    const count = await countStateRows(connection, { ...wanted, range: whole, limit: countedMax + 1 });
    return { rows, counted: countedTo(count) };
  },
};
