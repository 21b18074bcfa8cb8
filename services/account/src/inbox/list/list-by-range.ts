import { byState } from '#inbox/list/list-by-state.ts';
import type { ListStrategy } from '#inbox/list/list-strategy.ts';

/** Submissions between two times: the same statement, whose range is a part of the table's key. */
export const byRange: ListStrategy = {
  ...byState,
  appliesTo: ({ from, to }) => from !== undefined || to !== undefined,
  isSearch: false,
};
