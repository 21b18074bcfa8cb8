import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';
import {
  insertRows,
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
  /** Whether a submission matches the filter. */
  readonly isWanted: (submission: Submission) => boolean;
  /** Whether new rows at the top would not move the rows under the reader's eyes. */
  readonly isAtTop: () => boolean;
  readonly addToTotal: (count: number) => void;
  readonly onState: (state: FeedState) => void;
  readonly nextFrame: (work: () => void) => void;
  readonly nowMs: () => number;
}

export interface FeedState {
  /** How many came while the reader was farther down. */
  readonly waiting: number;
  /** How many came since the page was opened. */
  readonly arrivals: number;
}

export interface LiveFeed {
  readonly receive: (submission: Submission) => void;
  readonly hasList: () => boolean;
  /** Adds submissions that arrived before the list was loaded. */
  readonly wake: () => void;
  /** Reads the newest page, because events may be missing. */
  readonly catchUp: () => Promise<void>;
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
/** Ids that recognise repeated events: more than a page has, and more than arrive during one read. */
const knownIdsMax = 1_000;

/** Adds new submissions to the list once per frame, and holds them back while the reader is farther down. */
export function createLiveFeed(deps: LiveFeedDeps): LiveFeed {
  let received: Submission[] = [];
  let state: FeedState = { waiting: 0, arrivals: 0 };
  let reading: Promise<void> | null = null;
  let isFrameAsked = false;
  let isClosed = false;
  let newAt = new Map<string, number>();
  const knownIds = new Set<string>();

  function remember(submissions: readonly Submission[]): void {
    for (const { id } of submissions) knownIds.add(id);
    for (const id of knownIds) {
      if (knownIds.size <= knownIdsMax) break;
      knownIds.delete(id);
    }
  }

  function markNew(rows: readonly Submission[]): void {
    const nowMs = deps.nowMs();
    newAt = new Map([...newAt].filter(([, atMs]) => nowMs - atMs < newForMs));
    for (const { id } of rows) newAt.set(id, nowMs);
  }

  function setState(change: Partial<FeedState>): void {
    state = { ...state, ...change };
    deps.onState(state);
  }

  function askFrame(): void {
    if (isFrameAsked) return;
    isFrameAsked = true;
    deps.nextFrame(() => {
      isFrameAsked = false;
      // A page on its way may know of them; it comes first, so that it cannot take them away again.
      if (reading === null && !isClosed) takeIn();
    });
  }

  function takeIn(): void {
    const list = deps.currentList();
    if (!list || received.length === 0) return;
    const loaded = new Set(rowsOf(list).map(({ id }) => id));
    const once = new Map(received.map((submission) => [submission.id, submission]));
    const fresh = [...once.values()].filter(({ id }) => !knownIds.has(id) && !loaded.has(id));
    received = [];
    remember(fresh);
    deps.addToTotal(fresh.filter(({ isSpam }) => !isSpam).length);
    const wanted = fresh.filter(deps.isWanted);
    if (wanted.length === 0) return;
    const arrivals = state.arrivals + wanted.length;
    if (state.waiting > 0 || list.start > 0 || !deps.isAtTop()) {
      setState({ waiting: state.waiting + wanted.length, arrivals });
      return;
    }
    markNew(wanted);
    deps.changeList((before) => insertRows(before, wanted));
    setState({ arrivals });
    if ((deps.currentList()?.pages[0]?.rows.length ?? 0) > frontRowsMax) void read();
  }

  /** One read at a time; calls during a read share it, and later events follow. */
  function read(): Promise<void> {
    reading ??= deps
      .readNewest()
      .then(takeNewestPage)
      // The list stays as it is; the next event or reconnect reads again.
      .catch(() => undefined)
      .finally(() => {
        reading = null;
        if (received.length > 0) askFrame();
      });
    return reading;
  }

  function takeNewestPage(newest: SubmissionPage): void {
    const list = deps.currentList();
    if (isClosed || !list) return;
    const seen = list.pages[0]?.rows[0];
    const loaded = new Set(rowsOf(list).map(({ id }) => id));
    const fresh = newest.submissions.filter(({ id }) => !loaded.has(id));
    const unseen = fresh.filter((row) => !seen || newestFirst(row, seen) < 0);
    // Their events may be on the way; the page's total has them already.
    remember(newest.submissions);
    if (!deps.isAtTop()) {
      setState({ waiting: Math.max(state.waiting, unseen.length) });
      return;
    }
    markNew(unseen);
    const isOverfull = (list.pages[0]?.rows.length ?? 0) > frontRowsMax;
    deps.changeList((before) => (isOverfull ? listOf(newest) : takeNewest(before, newest)));
    setState({ waiting: 0, arrivals: state.arrivals + Math.max(0, unseen.length - state.waiting) });
  }

  return {
    receive: (submission) => {
      received.push(submission);
      askFrame();
    },
    hasList: () => deps.currentList() !== undefined,
    wake: askFrame,
    catchUp: read,
    showWaiting: async () => {
      if (state.waiting > 0) await read();
    },
    isNew: (id) => deps.nowMs() - (newAt.get(id) ?? Number.NEGATIVE_INFINITY) < newForMs,
    close: () => {
      isClosed = true;
    },
  };
}
