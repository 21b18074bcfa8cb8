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
  readonly mayInsert: () => boolean;
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
/** Beyond this many rows in front the list starts again with its newest page, so that it never grows without end. */
export const frontRowsMax = 400;

/** Puts new submissions at the top of the list, and holds them back while the reader is farther down. */
export function createLiveFeed(deps: LiveFeedDeps): LiveFeed {
  let state: FeedState = { waiting: 0, arrivals: 0 };
  let isClosed = false;
  const highlights = createHighlights(deps.nowMs);
  const look = oneAtATime(async () => {
    if (isClosed) return;
    // Where the read fails, the list stays as it is; the next event reads again.
    const newest = await deps.readNewest().catch(() => null);
    if (newest && !isClosed) take(newest);
  }, deps);

  function take(newest: SubmissionPage): void {
    const list = deps.currentList();
    if (!list) return;
    const unseen = unseenRows(list, newest);
    if (deps.mayInsert()) insert(newest, unseen);
    else holdBack(Math.max(state.waiting, unseen.length, countedSince(list, newest)));
  }

  function holdBack(waiting: number): void {
    setState({ waiting, arrivals: state.arrivals + waiting - state.waiting });
  }

  function insert(newest: SubmissionPage, unseen: readonly Submission[]): void {
    highlights.add(unseen);
    deps.changeList((list) => withNewest(list, newest));
    setState({ waiting: 0, arrivals: state.arrivals + Math.max(0, unseen.length - state.waiting) });
  }

  function setState(next: FeedState): void {
    state = next;
    deps.onState(state);
  }

  return {
    look,
    showWaiting: async () => {
      if (state.waiting > 0) await look();
    },
    isNew: highlights.has,
    close: () => {
      isClosed = true;
    },
  };
}

/** The rows of the newest page that came after all that are loaded. */
function unseenRows(list: SubmissionList, { submissions }: SubmissionPage): Submission[] {
  const loaded = new Set(rowsOf(list).map(({ id }) => id));
  const newestLoaded = list.pages[0]?.rows[0];
  return submissions.filter((row) => !loaded.has(row.id) && (!newestLoaded || newestFirst(row, newestLoaded) < 0));
}

/** How many more the service counts than when the list was read; 0 where it has not counted to the end. */
function countedSince({ found }: SubmissionList, { total, totalIsExact }: SubmissionPage): number {
  return totalIsExact && found.isExact ? total - found.total : 0;
}

function withNewest(list: SubmissionList, newest: SubmissionPage): SubmissionList {
  const loaded = new Map(rowsOf(list).map((row) => [row.id, row]));
  // A loaded row may have a change on its way to the service, which the newest page does not know yet.
  const page = { ...newest, submissions: newest.submissions.map((row) => loaded.get(row.id) ?? row) };
  const isOverfull = (list.pages[0]?.rows.length ?? 0) > frontRowsMax;
  return isOverfull ? listOf(page) : takeNewest(list, page);
}

/** Which rows were added a moment ago. */
function createHighlights(nowMs: () => number) {
  const addedAt = new Map<string, number>();
  const isFresh = (atMs: number) => nowMs() - atMs < newForMs;
  return {
    add(rows: readonly Submission[]): void {
      for (const [id, atMs] of addedAt) if (!isFresh(atMs)) addedAt.delete(id);
      for (const { id } of rows) addedAt.set(id, nowMs());
    },
    has: (id: string) => isFresh(addedAt.get(id) ?? Number.NEGATIVE_INFINITY),
  };
}

/** Calls during a run lead to one more run, after a pause as long as the last one: a slow search is not always busy. */
function oneAtATime(run: () => Promise<void>, { nowMs, pause }: Pick<LiveFeedDeps, 'nowMs' | 'pause'>) {
  let running: Promise<void> | null = null;
  let isCalledAgain = false;

  async function runUntilDone(): Promise<void> {
    do {
      isCalledAgain = false;
      const startMs = nowMs();
      await run();
      if (isCalledAgain) await pause(nowMs() - startMs);
    } while (isCalledAgain);
  }

  return (): Promise<void> => {
    if (running) isCalledAgain = true;
    running ??= runUntilDone().finally(() => {
      running = null;
    });
    return running;
  };
}
