import type { SearchProgress, SubmissionFilter } from '@inlet/contracts/submissions';
import type { Queryable } from '@inlet/db/cancellable';
import type { Position, Range } from '@inlet/submissions/range';
import type { MeasuredRow } from '#inbox/submissions/submission-row.ts';
import type { Counted, RowsWanted } from '#inbox/submissions/submissions.store.ts';

/** A page of a list in the order of its key. */
export interface ListWanted extends RowsWanted {
  /** The range of the whole list; `range` is the part after the cursor. */
  readonly whole: Range;
  /** The count of a filter's first page; null on that page. */
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
  /** The exclusive position at which a search timed out. */
  readonly stoppedAt?: Position | null;
  readonly progress?: SearchProgress | undefined;
}

/** A way to find the rows of a page. */
export interface ListStrategy {
  readonly appliesTo: (filter: SubmissionFilter) => boolean;
  /** True if it may read submissions one by one, so it waits for a search permit. */
  readonly isSearch: boolean;
  /** True if its cursors carry the total, so that later pages need not count. */
  readonly keepsTotal: boolean;
  /** Records what a search needs later. It writes to the primary; `find` may read from a replica. */
  readonly note?: (primary: Queryable, wanted: ListWanted) => Promise<void>;
  readonly find: (connection: Queryable, wanted: ListWanted) => Promise<ListFound>;
}
