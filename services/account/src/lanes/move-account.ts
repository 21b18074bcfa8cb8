import type { CounterName } from '@inlet/contracts/quotas';
import { runOn } from '@inlet/db/run-sql';
import { type AccountJobs, countAccountJobs } from '@inlet/queue/account-jobs';
import { isOfForm } from '@inlet/redis/counter-lua';
import { lanePrefix, mainLane, type WatchedLane } from '@inlet/redis/lanes';
import { watchClaims } from '@inlet/redis/watch-claims';
import { monthOf } from '@inlet/submissions/months';
import type { Pool } from 'pg';
import type { DirectoryRelay } from '#forms/directory/relay.ts';
import { createClaimCopy } from '#lanes/copy-claims.ts';
import {
  busy,
  findById,
  findNumbers,
  hasAnnouncedForms,
  hasUnflushed,
  moveAlone,
  type PlacedAccount,
} from '#lanes/lanes.store.ts';
import { MoveRefused, MoveUncertain } from '#lanes/move-refused.ts';
import { failedJobs, monthBefore, type Switched, switchLane, unflushed } from '#lanes/switch-lane.ts';
import { laneNumbered } from '#plan/counters/by-lane.ts';
import type { FormCounters } from '#plan/counters/form-counters.ts';
import type { MonthCounters } from '#plan/counters/month-counters.ts';
import type { Resources } from '#resources.ts';

export type MoveDeps = Pick<Resources, 'database' | 'lanes' | 'logger'> & {
  readonly config: Pick<Resources['config'], 'REDIS_URL' | 'REDIS_PREFIX'>;
  readonly relay: Pick<DirectoryRelay, 'deliver'>;
  readonly monthCounters: MonthCounters;
  readonly formCounters: FormCounters;
};

/** What a move has done so far, in this order. */
export type MoveStep = 'copied' | 'paused' | 'switched' | 'moved';

/** With more, the workers are behind, and the account would pause in vain. */
const waitingMax = 100;

/**
 * Moves an account to another lane while it receives, and returns for how many milliseconds its submissions waited.
 * `switchLane` says what a crash leaves behind; before it, this only copies idempotency keys, which nobody reads in the
 * other lane. After it, old idempotency keys may stay until the end of their day.
 */
export async function moveAccount(
  deps: MoveDeps,
  account: PlacedAccount,
  lane: number,
  onStep: (step: MoveStep) => unknown = () => undefined,
): Promise<number> {
  const moved = await moveAlone(deps.database.pool, () => move(deps, account, lane, onStep));
  if (moved === busy) throw new MoveRefused('Another account is moving: one moves at a time');
  return moved;
}

async function move(
  deps: MoveDeps,
  { id: userId, lane }: PlacedAccount,
  number: number,
  onStep: (step: MoveStep) => unknown,
): Promise<number> {
  const { database, lanes, logger, config } = deps;
  if (number === lane) throw new MoveRefused(`The account is in lane ${lane} already`);
  if (number >= lanes.length) throw new MoveRefused(`There is no lane ${number}: REDIS_LANES is ${lanes.length}`);
  const [from, to] = [laneNumbered(lanes, lane), laneNumbered(lanes, number)];
  const countJobs = countAccountJobs(from.redis, from.keys, userId);
  await requireReady(deps, { userId, from, to }, countJobs);

  const address = { url: config.REDIS_URL, prefix: lanePrefix(config.REDIS_PREFIX, from.number) };
  const watch = await watchClaims(from, address);
  const claims = createClaimCopy({ pool: database.pool, userId, from, to, watch });
  const remove = (lane: WatchedLane) =>
    claims.removeFrom(lane).catch((err: unknown) => logger.warn({ err }, 'lanes: idempotency keys stay for a day'));

  async function copyAndSwitch(): Promise<Switched> {
    // A move that was killed may have left copies.
    await claims.removeFrom(to);
    await claims.copyAll();
    await onStep('copied');
    const onPaused = () => onStep('paused');
    return switchLane(deps, { userId, from, to, copyLast: claims.copyLast, countJobs, onPaused });
  }
  const switched = await copyAndSwitch()
    .finally(watch.close)
    .catch(async (error: unknown) => {
      if (!(error instanceof MoveUncertain) && (await isElsewhere(database.pool, userId, to))) await remove(to);
      throw error;
    });
  await onStep('switched');
  const [left] = await Promise.allSettled([switched.leave(), deps.relay.deliver()]);
  const pausedMs = Math.round(performance.now() - switched.pausedAtMs);
  if (left.status === 'rejected') logger.warn({ err: left.reason }, 'lanes: old counters stay in the old lane');
  if (switched.doubtful.length > 0) await correctAll(deps, switched.doubtful);
  logger.info({ userId, from: from.number, to: to.number, pausedMs }, 'lanes: account moved');
  await onStep('moved');
  await remove(from);
  return pausedMs;
}

interface Lanes {
  readonly userId: string;
  readonly from: WatchedLane;
  readonly to: WatchedLane;
}

/** False if another move has brought the account there. */
async function isElsewhere(pool: Pool, userId: string, { number }: WatchedLane): Promise<boolean> {
  const [account] = await findById(pool, userId);
  return account?.lane !== number;
}

async function correctAll(
  { monthCounters, formCounters, logger }: MoveDeps,
  names: readonly CounterName[],
): Promise<void> {
  logger.warn('lanes: the commit took longer than the pause, so the counters are compared with the database');
  for (const name of names) {
    if (isOfForm(name)) await formCounters.correct([name]);
    else await monthCounters.correct([name]);
  }
}

/** Refuses what would fail during the pause, and creates the counters that the account takes along. */
async function requireReady(
  { database, lanes, relay, monthCounters, formCounters }: MoveDeps,
  { userId, from, to }: Lanes,
  countJobs: () => Promise<AccountJobs>,
): Promise<void> {
  const run = runOn(database.pool);
  // Ingest learns the new lane from the directory in lane 0.
  for (const { number, watch } of new Set([mainLane(lanes), from, to])) {
    await watch.check().catch((error: Error) => {
      throw new MoveRefused(`Redis does not take writes in lane ${number}: ${error.message}`);
    });
  }
  if (to.watch.isFull()) throw new MoveRefused(`Redis has too little memory left in lane ${to.number}`);
  await relay.deliver();
  if (await hasAnnouncedForms(run)) {
    throw new MoveRefused('The directory of forms lacks earlier changes. Look at the log of account, and try again');
  }
  const { waiting, failed } = await countJobs();
  if (failed > 0) throw new MoveRefused(failedJobs(failed));
  if (waiting > waitingMax) {
    throw new MoveRefused(`${waiting} batches of the account wait for a worker. Try again when they are stored`);
  }
  if (await hasUnflushed(run, userId)) throw new MoveRefused(unflushed);
  const month = monthOf(Date.now());
  await monthCounters.make([monthBefore(month), month].map((name) => ({ userId, month: name })));
  await formCounters.make(await findNumbers(run, userId));
}
