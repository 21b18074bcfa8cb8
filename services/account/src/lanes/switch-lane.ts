import { setTimeout as pause } from 'node:timers/promises';
import { type AccountMonth, type CounterName, movePauseMs } from '@inlet/contracts/quotas';
import { type RunSql, runIn } from '@inlet/db/run-sql';
import { inTime, late } from '@inlet/process/in-time';
import type { AccountJobs } from '@inlet/queue/account-jobs';
import type { WatchedLane } from '@inlet/redis/lanes';
import { type MovingCounters, openMovingCounters } from '@inlet/redis/moving-counters';
import { monthAfter, monthOf } from '@inlet/submissions/months';
import { announceForms } from '#forms/directory/announce-form.ts';
import { findNumbers, hasUnflushed, limitLockWaits, lockLane, saveLane } from '#lanes/lanes.store.ts';
import { MoveRefused, MoveUncertain } from '#lanes/move-refused.ts';
import { blockUsage } from '#plan/counters/take-usage.ts';
import type { Resources } from '#resources.ts';

export interface Switch {
  readonly userId: string;
  readonly from: WatchedLane;
  readonly to: WatchedLane;
  /** Copies the idempotency keys that have changed since the copy before. */
  readonly copyLast: () => Promise<void>;
  readonly countJobs: () => Promise<AccountJobs>;
  /** Called when the counters are paused. */
  readonly onPaused?: () => unknown;
}

/** What a switch has done. */
export interface Switched {
  readonly pausedAtMs: number;
  /** The counters that moved, if the commit took longer than their pause: the old lane may have counted meanwhile. */
  readonly doubtful: readonly CounterName[];
  /** Leaves nothing but a pause in the old lane. */
  readonly leave: () => Promise<void>;
}

/** The commit begins well before the pause is over. */
const switchedWithinMs = 1_700;
/** How long the worker may take for the batches that were queued before the pause. */
const storedWithinMs = 1_200;
const lookEveryMs = 10;
/** Transactions that take quota, and changes of the account, are waited for before anything is paused. */
const lockWaitMs = 5_000;
const transactionMs = 15_000;

/**
 * Pauses the counters of an account, and moves it to another lane in one transaction. Unless it is uncertain whether the
 * commit was made, a failure changes nothing. What a crash leaves behind:
 *
 * - Before the commit: the account is in its old lane, and its counters are used again when the pause is over. Copies in
 *   the new lane are not looked at, are replaced by the next move, and expire.
 * - After the commit: the account is in its new lane with everything that was counted. The outbox tells ingest; a process
 *   that has not heard of it may queue some submissions in the old lane when the pause is over. A worker stores them
 *   as usual, and their account's counter includes them after its next comparison with the database.
 */
export async function switchLane({ database }: Pick<Resources, 'database'>, move: Switch): Promise<Switched> {
  const leaving = openMovingCounters(move.from.redis, move.from.keys, move.from.watch.confirm);
  let names: CounterName[] = [];
  let pausedAtMs = 0;
  let pausedAgainMs = 0;
  try {
    await database.prisma.$transaction(
      async (tx) => {
        const run = runIn(tx);
        await limitLockWaits(run, lockWaitMs);
        // Nothing takes quota or counts the account's usage until the end of this transaction.
        await blockUsage(run, move.userId);
        if ((await lockLane(run, move.userId)) !== move.from.number) {
          throw new MoveRefused('The account was moved or deleted in this moment');
        }
        names = [...monthsOf(move.userId), ...(await findNumbers(run, move.userId))];
        pausedAtMs = performance.now();
        const taken = await inTime(takeAlong(run, leaving, names, move), switchedWithinMs);
        if (taken === late) throw new MoveRefused(tooSlow);
        await saveLane(run, move.userId, move.to.number);
        await announceForms(tx, move.userId);
        if (performance.now() - pausedAtMs > switchedWithinMs) throw new MoveRefused(tooSlow);
        // The commit may wait for a disk or a standby.
        pausedAgainMs = performance.now();
        await leaving.pause(names, movePauseMs);
      },
      { timeout: transactionMs },
    );
  } catch (error) {
    if (names.length === 0) throw error;
    const isMoved = await hasMoved({ database }, move).catch(() => null);
    if (isMoved === null) throw new MoveUncertain('PostgreSQL went away during the commit', { cause: error });
    if (!isMoved) {
      // Without Redis, the pause is soon over by itself.
      await leaving.resume(names).catch(() => undefined);
      throw error;
    }
  }
  const isLate = performance.now() - pausedAgainMs > movePauseMs;
  return { pausedAtMs, doubtful: isLate ? names : [], leave: () => leaving.leave(names) };
}

/** Last month's, for submissions that were received before midnight; next month's, for those just after. */
function monthsOf(userId: string): AccountMonth[] {
  const month = monthOf(Date.now());
  return [monthBefore(month), month, monthAfter(month)].map((name) => ({ userId, month: name }));
}

export function monthBefore(month: string): string {
  return monthOf(Date.parse(`${month}-01T00:00:00Z`) - 1);
}

/** Everything between the beginning of the pause and the change in the database. */
async function takeAlong(
  run: RunSql,
  leaving: MovingCounters,
  names: readonly CounterName[],
  move: Switch,
): Promise<void> {
  const { userId, to } = move;
  const counters = await leaving.pause(names, movePauseMs);
  await move.onPaused?.();
  // A missing counter is zero where the mark is older than the month, which may be untrue in the other lane.
  if (!counters[0] || !counters[1]) throw new MoveRefused('Redis has lost a counter in this moment. Try again');
  await move.copyLast();
  await untilStored(move.countJobs);
  // A worker may have released keys meanwhile, with a verdict on spam.
  await move.copyLast();
  if (await hasUnflushed(run, userId)) throw new MoveRefused(unflushed);
  const arriving = openMovingCounters(to.redis, to.keys);
  await Promise.all(names.map((name, index) => arriving.write(name, counters[index] ?? null)));
  await to.watch.confirm();
}

const tooSlow = `The switch took more than ${switchedWithinMs} ms. Try again when Redis and PostgreSQL are less busy`;

export const unflushed =
  'Submissions of the account were stored directly while Redis was away, and its counter does not include them yet. ' +
  'Try again when inlet_direct_path is 0';

export const failedJobs = (count: number) =>
  `${count} failed batches have submissions of the account. Run npm run retry first`;

/** Waits until a worker has stored what was queued before the pause. Afterwards, no job of the account is in the lane. */
async function untilStored(countJobs: Switch['countJobs']): Promise<void> {
  const endMs = performance.now() + storedWithinMs;
  for (;;) {
    const { waiting, failed } = await countJobs();
    if (failed > 0) throw new MoveRefused(failedJobs(failed));
    if (waiting === 0) return;
    if (performance.now() > endMs) {
      throw new MoveRefused(
        `The workers did not store ${waiting} batches of the account within ${storedWithinMs} ms. ` +
          'Look at the queue of its lane (npm run queues), and try again when it is short',
      );
    }
    await pause(lookEveryMs);
  }
}

/** Whether the commit was made, although its reply was lost. It waits for a commit under way. */
async function hasMoved({ database }: Pick<Resources, 'database'>, { userId, to }: Switch): Promise<boolean> {
  return database.prisma.$transaction(async (tx) => (await lockLane(runIn(tx), userId)) === to.number);
}
