import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';
import { expect, it } from 'vitest';
import { listOf, rowsOf, type SubmissionList } from '#features/submissions/list/submission-list.ts';
import { createLiveFeed, type FeedState, frontRowsMax, retryPausesMs } from '#features/submissions/live-feed.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

let secondsPassed = 0;

it('puts what came in front, and marks it as new', async () => {
  const first = next();
  const { feed, rows, state, service } = setUp([first]);
  const arrived = [next(), next()];
  service([...arrived.toReversed(), first]);
  await feed.look();
  expect(rows()).toEqual([...arrived.toReversed(), first]);
  expect(arrived.map(({ id }) => feed.isNew(id))).toEqual([true, true]);
  expect([feed.isNew(first.id), state()]).toEqual([false, { waiting: 0, arrivals: 2 }]);
});

it('holds back new submissions while the reader is farther down, and shows them at the top', async () => {
  const first = next();
  const { feed, rows, state, setTop, service } = setUp([first]);
  setTop(false);
  const arrived = [next(), next()];
  service([...arrived.toReversed(), first]);
  await feed.look();
  await feed.look();
  expect([rows(), state()]).toEqual([[first], { waiting: 2, arrivals: 2 }]);
  setTop(true);
  await feed.showWaiting();
  expect(rows()).toEqual([...arrived.toReversed(), first]);
  expect(state()).toEqual({ waiting: 0, arrivals: 2 });
});

it('counts what waits by the totals, where more came than a page has', async () => {
  const { feed, state, setTop, service } = setUp([next()]);
  setTop(false);
  service([next()], 301);
  await feed.look();
  expect(state().waiting).toBe(300);
});

it('shows that a visitor has confirmed the address', async () => {
  const first = next({ confirmation: 'asked', isStarred: true });
  const { feed, rows, service } = setUp([first]);
  const confirmedAt = '2026-11-28T05:41:00.000Z';
  service([{ ...first, isStarred: false, confirmedAt }]);
  await feed.look();
  expect(rows()[0]).toEqual({ ...first, confirmedAt });
});

it('keeps a row as it is, whose change may be on its way to the service', async () => {
  const first = next({ isStarred: true });
  const { feed, rows, service } = setUp([first]);
  service([{ ...first, isStarred: false }]);
  await feed.look();
  expect(rows()[0]).toBe(first);
});

it('takes out what was deleted', async () => {
  const [oldest, gone, newest] = [next(), next(), next()];
  const { feed, rows, service } = setUp([newest, gone, oldest]);
  service([newest, oldest]);
  await feed.look();
  expect(rows()).toEqual([newest, oldest]);
});

it('reads once more for all that came during a read, after a pause of its length', async () => {
  const first = next();
  const { feed, rows, hold, service, reads, pauses } = setUp([first]);
  const answer = hold();
  const looking = feed.look();
  const late = next();
  for (let times = 0; times < 3; times += 1) void feed.look();
  answer([first]);
  service([late, first]);
  await looking;
  expect(rows()).toEqual([late, first]);
  expect([reads(), pauses()]).toEqual([2, [0]]);
});

it('repeats a read that failed, after a pause', async () => {
  const first = next();
  const { feed, rows, fail, service, onPause, pauses } = setUp([first]);
  const late = next();
  fail();
  onPause(() => service([late, first]));
  await feed.look();
  expect([rows(), pauses()]).toEqual([[late, first], retryPausesMs.slice(0, 1)]);
});

it('leaves the list as it is where every read fails, and reads at the next event', async () => {
  const first = next();
  const { feed, rows, fail, service, reads, pauses } = setUp([first]);
  fail();
  await feed.look();
  expect([rows(), reads(), pauses()]).toEqual([[first], 4, retryPausesMs]);
  const late = next();
  service([late, first]);
  await feed.look();
  expect(rows()).toEqual([late, first]);
});

it('repeats no read once it is closed', async () => {
  const { feed, fail, onPause, reads } = setUp([next()]);
  fail();
  onPause(feed.close);
  await feed.look();
  expect(reads()).toBe(1);
});

it('begins anew with the newest page before the list in front grows too long', async () => {
  const loaded = Array.from({ length: frontRowsMax + 1 }, () => next()).toReversed();
  const { feed, rows, service } = setUp(loaded);
  const newest = [next(), ...loaded.slice(0, 199)];
  service(newest);
  await feed.look();
  expect(rows()).toEqual(newest);
});

it('changes nothing once it is closed, and reads no more', async () => {
  const first = next();
  const { feed, rows, state, hold, reads } = setUp([first]);
  const answer = hold();
  const looking = feed.look();
  void feed.look();
  feed.close();
  answer([next(), first]);
  await looking;
  expect([rows(), state(), reads()]).toEqual([[first], { waiting: 0, arrivals: 0 }, 1]);
});

function next(overrides: Partial<Submission> = {}): Submission {
  secondsPassed += 1;
  return buildSubmission({
    createdAt: new Date(1_800_000_000_000 + secondsPassed * 1_000).toISOString(),
    ...overrides,
  });
}

function setUp(initial: readonly Submission[]) {
  let list: SubmissionList = listOf(pageOf(initial));
  let newest: () => Promise<SubmissionPage> = async () => pageOf(initial);
  let state: FeedState = { waiting: 0, arrivals: 0 };
  let isAtTop = true;
  let reads = 0;
  const pauses: number[] = [];
  let onPause = () => {};
  const feed = createLiveFeed({
    readNewest: () => {
      reads += 1;
      return newest();
    },
    currentList: () => list,
    changeList: (change) => {
      list = change(list);
    },
    mayInsert: () => isAtTop,
    onState: (next) => {
      state = next;
    },
    nowMs: () => 0,
    pause: async (ms) => {
      pauses.push(ms);
      onPause();
    },
  });
  return {
    feed,
    rows: () => rowsOf(list),
    state: () => state,
    reads: () => reads,
    pauses: () => pauses,
    /** Runs in each pause. */
    onPause: (run: () => void) => {
      onPause = run;
    },
    setTop: (to: boolean) => {
      isAtTop = to;
    },
    service: (rows: readonly Submission[], total = rows.length) => {
      newest = async () => ({ ...pageOf(rows), total });
    },
    fail: () => {
      newest = async () => {
        throw new TypeError('Failed to fetch');
      };
    },
    /** The service's next response, which the test sends by calling it. */
    hold: () => {
      const held = Promise.withResolvers<SubmissionPage>();
      newest = () => held.promise;
      return (rows: readonly Submission[]) => held.resolve(pageOf(rows));
    },
  };
}

function pageOf(rows: readonly Submission[]): SubmissionPage {
  return { submissions: [...rows], nextCursor: 'older', previousCursor: null, total: rows.length, totalIsExact: true };
}
