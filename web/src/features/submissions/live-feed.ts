import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';
import {
  listOf,
  newestFirst,
  rowsOf,
  type SubmissionList,
  takeNewest,
} from '#features/submissions/list/submission-list.ts';

export interface LiveFeedDeps {
  readonly readNewest: () => Promise<SubmissionPage>;
  readonly currentList: () => SubmissionList | undefined;
  readonly changeList: (change: (list: SubmissionList) => SubmissionList) => void;
  /** Whether new rows at the top would not move the rows under the reader's eyes. */
  readonly isAtTop: () => boolean;
  readonly onState: (state: FeedState) => void;
  readonly nowMs: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface FeedState {
  /** How many came while the reader was farther down. */
  readonly waiting: number;
  /** How many came since the page was opened. */
  readonly arrivals: number;
}

export interface LiveFeed {
  /** Reads the newest page, because something came. */
  readonly look: () => Promise<void>;
  /** Shows the waiting submissions when the reader is at the top. */
  readonly showWaiting: () => Promise<void>;
  /** Whether a row is newly added. */
  readonly isNew: (id: string) => boolean;
  readonly close: () => void;
}

/** The duration of a new row's highlight. */
const newForMs = 2_400;
/** Beyond this many rows in front the list begins anew with its newest page, so that it never grows without end. */
export const frontRowsMax = 400;

/** Puts new submissions at the top of the list, and holds them back while the reader is farther down. */
export function createLiveFeed(deps: LiveFeedDeps): LiveFeed {
  let state: FeedState = { waiting: 0, arrivals: 0 };
  let reading: Promise<void> | null = null;
  let isAskedAgain = false;
  let isClosed = false;
  let newAt = new Map<string, number>();

  function setState(change: FeedState): void {
    state = change;
    deps.onState(state);
  }

  function markNew(rows: readonly Submission[]): void {
    const nowMs = deps.nowMs();
    newAt = new Map([...newAt].filter(([, atMs]) => nowMs - atMs < newForMs));
    for (const { id } of rows) newAt.set(id, nowMs);
  }

  /** One read at a time; what comes during a read is read afterwards. A slow search is not asked all the time. */
  async function read(): Promise<void> {
    do {
      isAskedAgain = false;
      const startMs = deps.nowMs();
      await deps
        .readNewest()
        .then(take)
        // The list stays as it is; the next event reads again.
        .catch(() => undefined);
      if (isAskedAgain) await deps.pause(deps.nowMs() - startMs);
    } while (isAskedAgain && !isClosed);
  }

  function look(): Promise<void> {
    isAskedAgain = reading !== null;
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  function take(newest: SubmissionPage): void {
    const list = deps.currentList();
    if (isClosed || !list) return;
    const loaded = new Map(rowsOf(list).map((row) => [row.id, row]));
    const seen = list.pages[0]?.rows[0];
    const unseen = newest.submissions.filter((row) => !loaded.has(row.id) && (!seen || newestFirst(row, seen) < 0));
    if (!deps.isAtTop()) {
      const more = newest.totalIsExact && list.found.isExact ? newest.total - list.found.total : 0;
      const waiting = Math.max(state.waiting, unseen.length, more);
      setState({ waiting, arrivals: state.arrivals + waiting - state.waiting });
      return;
    }
    markNew(unseen);
    // A row that is there may have a change on its way to the service, which this page does not know yet.
    const page = { ...newest, submissions: newest.submissions.map((row) => loaded.get(row.id) ?? row) };
    const isOverfull = (list.pages[0]?.rows.length ?? 0) > frontRowsMax;
    deps.changeList((before) => (isOverfull ? listOf(page) : takeNewest(before, page)));
    setState({ waiting: 0, arrivals: state.arrivals + Math.max(0, unseen.length - state.waiting) });
  }

  return {
    look,
    showWaiting: async () => {
      if (state.waiting > 0) await look();
    },
    isNew: (id) => deps.nowMs() - (newAt.get(id) ?? Number.NEGATIVE_INFINITY) < newForMs,
    close: () => {
      isClosed = true;
    },
  };
}
