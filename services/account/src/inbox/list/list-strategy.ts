import type { SearchProgress, SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Position, Range } from '@inlet/submissions/range';
import type { MeasuredRow } from '#inbox/submissions/submission-row.ts';
import type { Counted, RowsWanted } from '#inbox/submissions/submissions.store.ts';

/** A page of a list in the order of its key. */
export interface ListWanted extends RowsWanted {
  /** The range of the whole list, of which `range` is what is behind the cursor. */
  readonly whole: Range;
  /** What the first page of a filter has counted; null on that page. */
  readonly total: Counted | null;
  readonly isFirstPage: boolean;
  readonly readBefore: Date | null;
  /** Submissions of the form in this folder, and in both. */
  readonly folderCount: number;
  readonly rowCount: number;
}

export interface ListFound {
  readonly rows: readonly MeasuredRow[];
  readonly counted: Counted;
  /** Where a search that took too long has stopped, itself excluded. */
  readonly stoppedAt?: Position | null;
  readonly progress?: SearchProgress | undefined;
}

/** One way to find the rows of a page. */
export interface ListStrategy {
  readonly appliesTo: (filter: SubmissionFilter) => boolean;
  /** It may read one submission after the other, so it waits for a permit to search. */
  readonly isSearch: boolean;
  /** Its cursors carry the total, so that the next pages need not count. */
  readonly keepsTotal: boolean;
  readonly find: (connection: Queryable, wanted: ListWanted) => Promise<ListFound>;
}
