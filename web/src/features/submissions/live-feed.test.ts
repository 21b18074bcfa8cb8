import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';
import { expect, it } from 'vitest';
import { listOf, rowsOf, type SubmissionList } from '#features/submissions/list/submission-list.ts';
import { createLiveFeed, type FeedState, frontRowsMax } from '#features/submissions/live-feed.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

let secondsPassed = 0;

it('brings everything of a frame into the list in one step, and counts it', () => {
  const { feed, frame, rows, total, changes } = setUp([next()]);
  const arrived = [next(), next(), next()];
  for (const one of arrived) feed.receive(one);
  expect(rows()).toHaveLength(1);
  frame();
  expect(rows().slice(0, 3)).toEqual(arrived.toReversed());
  expect([total(), changes()]).toEqual([4, 1]);
  expect(feed.isNew(arrived[0]?.id ?? '')).toBe(true);
});

it('takes a repeated event once', () => {
  const { feed, frame, rows, total } = setUp([next()]);
  const one = next();
  for (const told of [one, one]) feed.receive(told);
  frame();
  feed.receive(one);
  frame();
  expect([rows().length, total()]).toEqual([2, 2]);
});

it('holds back new submissions while the reader is farther down, and shows them at the top', async () => {
  const { feed, frame, rows, state, setTop, service, total } = setUp([next()]);
  setTop(false);
  const arrived = [next(), next()];
  for (const one of arrived) feed.receive(one);
  frame();
  expect([rows().length, state().waiting, total()]).toEqual([1, 2, 3]);
  service(arrived.toReversed());
  setTop(true);
  await feed.showWaiting();
  expect(rows().slice(0, 2)).toEqual(arrived.toReversed());
  expect(state().waiting).toBe(0);
});

it('counts a waiting submission once, however often its event comes', () => {
  const { feed, frame, state, setTop, total } = setUp([next()]);
  setTop(false);
  const one = next();
  for (let times = 0; times < 2; times += 1) {
    feed.receive(one);
    frame();
  }
  expect([state().waiting, total()]).toEqual([1, 2]);
});

it('a read of the newest page moves nothing under a reader farther down, and reports new submissions', async () => {
  const first = next();
  const { feed, rows, state, setTop, service } = setUp([first]);
  setTop(false);
  service([next(), first]);
  await feed.catchUp();
  expect([rows(), state().waiting]).toEqual([[first], 1]);
});

it('counts a submission once that a read has brought before its event, also farther down', async () => {
  const first = next();
  const { feed, frame, state, setTop, service, total } = setUp([first]);
  setTop(false);
  const read = next();
  service([read, first]);
  await feed.catchUp();
  feed.receive(read);
  frame();
  expect([total(), state().waiting]).toEqual([2, 1]);
});

it('puts nothing in front of rows whose own newer ones are not loaded', () => {
  const { feed, frame, rows, state } = setUp([next()], { start: 200 });
  feed.receive(next());
  frame();
  expect([rows().length, state().waiting]).toEqual([1, 1]);
});

it('leaves submissions that the filter excludes out of the list, and counts them', () => {
  const { feed, frame, rows, total } = setUp([next()]);
  feed.receive(next({ origin: null }));
  frame();
  expect([rows().length, total()]).toEqual([1, 2]);
});

it('does not lose submissions that come while the newest page is loading', async () => {
  const first = next();
  const { feed, frame, rows, hold } = setUp([first]);
  const answer = hold();
  const reading = feed.catchUp();
  const late = next();
  feed.receive(late);
  frame();
  expect(rows()).toEqual([first]);
  answer([first]);
  await reading;
  frame();
  expect(rows()).toEqual([late, first]);
});

it('begins anew with the newest page before the list in front grows too long', async () => {
  const { feed, frame, rows, service } = setUp([next()]);
  const arrived = Array.from({ length: frontRowsMax + 1 }, () => next());
  service(arrived.toReversed().slice(0, 200));
  for (const one of arrived) feed.receive(one);
  frame();
  await feed.catchUp();
  expect(rows()).toEqual(arrived.toReversed().slice(0, 200));
});

function next(overrides: Partial<Submission> = {}): Submission {
  secondsPassed += 1;
  return buildSubmission({
    createdAt: new Date(1_800_000_000_000 + secondsPassed * 1_000).toISOString(),
    ...overrides,
  });
}

function setUp(initial: readonly Submission[], { start = 0 } = {}) {
  let list: SubmissionList = { ...listOf(pageOf(initial)), start };
  let newest: Promise<SubmissionPage> = Promise.resolve(pageOf(initial));
  let state: FeedState = { waiting: 0, arrivals: 0 };
  let [isAtTop, total, changes] = [true, initial.length, 0];
  const frames: (() => void)[] = [];
  const feed = createLiveFeed({
    readNewest: async () => {
      const page = await newest;
      total = page.total;
      return page;
    },
    currentList: () => list,
    changeList: (change) => {
      list = change(list);
      changes += 1;
    },
    isWanted: ({ origin }) => origin !== null,
    isAtTop: () => isAtTop,
    addToTotal: (count) => {
      total += count;
    },
    onState: (next) => {
      state = next;
    },
    nextFrame: (work) => frames.push(work),
    nowMs: () => 0,
  });
  return {
    feed,
    frame: () => {
      for (const work of frames.splice(0)) work();
    },
    rows: () => rowsOf(list),
    state: () => state,
    total: () => total,
    changes: () => changes,
    setTop: (to: boolean) => {
      isAtTop = to;
    },
    service: (rows: readonly Submission[]) => {
      newest = Promise.resolve(pageOf(rows));
    },
    /** The service's next answer, which comes when it is called. */
    hold: () => {
      const held = Promise.withResolvers<SubmissionPage>();
      newest = held.promise;
      return (rows: readonly Submission[]) => held.resolve(pageOf(rows));
    },
  };
}

function pageOf(rows: readonly Submission[]): SubmissionPage {
  return { submissions: [...rows], nextCursor: 'older', previousCursor: null, total: rows.length, totalIsExact: true };
}
