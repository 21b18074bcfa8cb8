import type { FormNumber } from '@inlet/contracts/quotas';
import { createSemaphore } from '@inlet/process/semaphore';
import { openCounters } from '@inlet/redis/counters';
import type { WatchedLane } from '@inlet/redis/lanes';
import { monthOf } from '@inlet/submissions/months';
import { allOf, laneOfRows } from '#plan/counters/by-lane.ts';
import { findActive, findOwners, findPending } from '#plan/counters/counters.store.ts';
import { findFormsWithNumber, findFormsWithRefunds } from '#plan/counters/form-counters.store.ts';
import type { FormCounters } from '#plan/counters/form-counters.ts';
import { openLeases } from '#plan/counters/leases.ts';
import type { MonthCounters } from '#plan/counters/month-counters.ts';
import type { Resources } from '#resources.ts';

export type KeepDeps = Pick<Resources, 'database' | 'lanes' | 'redis' | 'keys'> & {
  readonly monthCounters: MonthCounters;
  readonly formCounters: FormCounters;
};

const atOnce = 500;
const lanesAtOnce = 3;
const hourSeconds = 3_600;
/** Sorts before every id. */
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Creates counters in advance: those with pending changes, and after an upgrade or a loss of a lane's data those of all
 * its accounts with forms. A later month needs none, because it starts at zero.
 */
export async function keepCounters(deps: KeepDeps, signal?: AbortSignal): Promise<void> {
  await inEachLane(deps, (lane) => keepLane(deps, lane, signal));
}

async function keepLane(deps: KeepDeps, lane: WatchedLane, signal?: AbortSignal): Promise<void> {
  const { database, lanes, monthCounters, formCounters } = deps;
  const { redis, keys } = lane;
  const ofRows = laneOfRows(lane, lanes);
  await monthCounters.make(await findPending(database.pool, atOnce, ofRows));
  await formCounters.make(await findFormsWithRefunds(database.pool, atOnce, ofRows));
  if (await redis.exists(keys.countersComplete)) return;
  const month = monthOf(Date.now());
  const isDone = await eachPage(
    (after) => findOwners(database.pool, { after, limit: atOnce, lane: ofRows }),
    (owners) => monthCounters.make(owners.map((userId) => ({ userId, month }))),
    idOfOwner,
    signal,
  );
  if (isDone) await redis.set(keys.countersComplete, '1');
}

/** Counts what account of the previous release has granted since, while it ran beside this one. */
export async function endOldLeases({ redis, keys, monthCounters }: KeepDeps): Promise<void> {
  const month = monthOf(Date.now());
  await monthCounters.correct(await openLeases(redis, keys).findOthers(month));
}

/** Once an hour, one process compares the changed counters of a lane with the database. */
export async function compareCounters(deps: KeepDeps, signal?: AbortSignal): Promise<void> {
  await inEachLane(deps, (lane) => compareLane(deps, lane, signal));
}

/** A few at once, so that a lane that is slow holds up neither all others nor all connections to the database. */
async function inEachLane({ lanes }: KeepDeps, work: (lane: WatchedLane) => Promise<void>): Promise<void> {
  const { run } = createSemaphore(lanesAtOnce);
  await allOf(lanes.map((lane) => run(() => work(lane))));
}

async function compareLane(deps: KeepDeps, lane: WatchedLane, signal?: AbortSignal): Promise<void> {
  const { database, lanes, monthCounters, formCounters } = deps;
  const { redis, keys } = lane;
  const ofRows = laneOfRows(lane, lanes);
  if ((await redis.set(keys.countersCompared, '1', 'EX', hourSeconds, 'NX')) === null) return;
  const counters = openCounters(redis, keys);
  const month = monthOf(Date.now());
  const moved: { readonly userId: string; readonly month: string }[] = [];
  const isDone = await eachPage(
    (after) => findActive(database.pool, month, { after, limit: atOnce, lane: ofRows }),
    async (active) => {
      const names = active.map((userId) => ({ userId, month }));
      const read = await counters.read(names);
      moved.push(...names.filter((_, index) => read[index]?.hasMoved));
    },
    idOfOwner,
    signal,
  );
  if (!isDone) return;
  await monthCounters.correct(moved);
  const movedForms: FormNumber[] = [];
  const areFound = await eachPage(
    (after) => findFormsWithNumber(database.pool, { after, limit: atOnce, lane: ofRows }),
    async (names) => {
      const read = await counters.read(names);
      movedForms.push(...names.filter((_, index) => read[index]?.hasMoved));
    },
    ({ formId }) => formId,
    signal,
  );
  if (areFound && movedForms.length > 0) await formCounters.correct(movedForms);
}

const idOfOwner = (userId: string) => userId;

/** False if it was stopped before the end. */
async function eachPage<Item>(
  find: (after: string) => Promise<Item[]>,
  work: (items: readonly Item[]) => Promise<void>,
  idOf: (item: Item) => string,
  signal?: AbortSignal,
): Promise<boolean> {
  let after = first;
  for (;;) {
    const items = await find(after);
    if (items.length > 0) await work(items);
    const last = items.at(-1);
    if (last === undefined || items.length < atOnce) return true;
    if (signal?.aborted) return false;
    after = idOf(last);
  }
}
