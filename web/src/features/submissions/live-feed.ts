import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';
import {
  listOf,
  newestFirst,
  replaceRows,
  rowsOf,
  type SubmissionList,
  takeNewest,
} from '#features/submissions/list/submission-list.ts';

export interface LiveFeedDeps {
  readonly readNewest: () => Promise<SubmissionPage>;
  readonly currentList: () => SubmissionList | undefined;
  readonly changeList: (change: (list: SubmissionList) => SubmissionList) => void;
  /** True if new rows at the top would not move the rows that the reader sees. */
  readonly mayInsert: () => boolean;
  readonly onState: (state: FeedState) => void;
  readonly nowMs: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface FeedState {
  /** The number of arrivals while the reader was farther down. */
  readonly waiting: number;
  /** The number of arrivals since the page was opened. */
  readonly arrivals: number;
}

export interface LiveFeed {
  /** Reads the newest page after an event, and repeats a failed read a few times. */
  readonly look: () => Promise<void>;
  /** Shows the waiting submissions when the reader is at the top. */
  readonly showWaiting: () => Promise<void>;
  /** True if a row is newly added. */
  readonly isNew: (id: string) => boolean;
  readonly close: () => void;
}

/** The pauses after failed reads. They outlast a restart of the service; after the last one, the next event reads. */
export const retryPausesMs = [1_000, 3_000, 9_000] as const;
/** The duration of a new row's highlight. */
const newForMs = 2_400;
/** With more than this many rows in front, the list starts again with its newest page, so that it stays bounded. */
export const frontRowsMax = 400;

/** Puts new submissions at the top of the list, and holds them back while the reader is farther down. */
export function createLiveFeed(deps: LiveFeedDeps): LiveFeed {
  let state: FeedState = { waiting: 0, arrivals: 0 };
  let isClosed = false;
  const highlights = createHighlights(deps.nowMs);
  const look = oneAtATime(async () => {
    if (isClosed) return true;
    const newest = await deps.readNewest().catch(() => null);
    if (newest && !isClosed) take(newest);
    return newest !== null;
  }, deps);

  function take(newest: SubmissionPage): void {
    const list = deps.currentList();
    if (!list) return;
    const unseen = unseenRows(list, newest);
    const confirmed = newlyConfirmed(list, newest);
    if (confirmed.length > 0) deps.changeList((current) => replaceRows(current, confirmed));
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

/** The rows of the newest page that are newer than all loaded ones. */
function unseenRows(list: SubmissionList, { submissions }: SubmissionPage): Submission[] {
  const loaded = new Set(rowsOf(list).map(({ id }) => id));
  const newestLoaded = list.pages[0]?.rows[0];
  return submissions.filter((row) => !loaded.has(row.id) && (!newestLoaded || newestFirst(row, newestLoaded) < 0));
}

/** The increase of the service's count since the list was read; 0 if it has not counted to the end. */
function countedSince({ found }: SubmissionList, { total, totalIsExact }: SubmissionPage): number {
  return totalIsExact && found.isExact ? total - found.total : 0;
}

function withNewest(list: SubmissionList, newest: SubmissionPage): SubmissionList {
  const loaded = new Map(rowsOf(list).map((row) => [row.id, row]));
  // A loaded row stays as the reader sees it.
  const page = { ...newest, submissions: newest.submissions.map((row) => loaded.get(row.id) ?? row) };
  const isOverfull = (list.pages[0]?.rows.length ?? 0) > frontRowsMax;
  return isOverfull ? listOf(page) : takeNewest(list, page);
}

/** The loaded rows whose visitors were asked or have confirmed meanwhile, which no reader can change. */
function newlyConfirmed(list: SubmissionList, { submissions }: SubmissionPage): Submission[] {
  const newest = new Map(submissions.map((row) => [row.id, row]));
  return rowsOf(list).flatMap((known) => {
    const { confirmation, confirmedAt } = newest.get(known.id) ?? known;
    const isSame = known.confirmation === confirmation && known.confirmedAt === confirmedAt;
    return isSame ? [] : [{ ...known, confirmation, confirmedAt }];
  });
}

/** Remembers which rows were just added. */
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

/**
 * Calls during a run cause one more run, after a pause as long as the last run, so that a slow search is not always
 * busy. A run that returns false has failed, and is repeated after the next one of its pauses.
 */
function oneAtATime(run: () => Promise<boolean>, { nowMs, pause }: Pick<LiveFeedDeps, 'nowMs' | 'pause'>) {
  let running: Promise<void> | null = null;
  let isCalledAgain = false;

  async function runUntilDone(): Promise<void> {
    let failures = 0;
    do {
      isCalledAgain = false;
      const startMs = nowMs();
      const isDone = await run();
      const retryPauseMs = isDone ? undefined : retryPausesMs[failures];
      failures = isDone ? 0 : failures + 1;
      if (retryPauseMs !== undefined) isCalledAgain = true;
      if (isCalledAgain) await pause(retryPauseMs ?? nowMs() - startMs);
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
