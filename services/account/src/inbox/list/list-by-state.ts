import type { ListStrategy } from '#inbox/list/list-strategy.ts';
import { asksForState, findCountedStateRows, findStateRows } from '#inbox/list/state-rows.store.ts';

/** Submissions that are read, starred, tagged, assigned or have a status, without a text search. */
export const byState: ListStrategy = {
  appliesTo: (filter) => filter.q === '' && asksForState(filter),
  isSearch: true,
  keepsTotal: true,
  find: async (connection, { whole, total, ...wanted }) =>
    total
      ? { rows: await findStateRows(connection, wanted), counted: total }
      : findCountedStateRows(connection, wanted, whole),
};
