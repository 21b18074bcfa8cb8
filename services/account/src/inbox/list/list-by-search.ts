import type { ListStrategy } from '#inbox/list/list-strategy.ts';
import { asksForState } from '#inbox/list/state-rows.store.ts';
import { findSubmissions, noteIfLarge } from '#inbox/search/find-submissions.ts';

/** Submissions with words in them, or from an origin: the key of the table cannot find these. */
export const bySearch: ListStrategy = {
  appliesTo: (filter) => filter.q !== '' || filter.origin !== undefined || asksForState(filter),
  isSearch: true,
  keepsTotal: true,
  note: noteIfLarge,
  find: async (connection, { total, isFirstPage, ...wanted }) => {
    const found = await findSubmissions(connection, { ...wanted, isCounted: isFirstPage });
    return { ...found, counted: total ?? found.counted };
  },
};
