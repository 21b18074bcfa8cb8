import type { AccountMonth } from '@inlet/contracts/quotas';
import { defineCounter } from '@inlet/observe/metrics';
import { waitingUsage } from '@inlet/queue/waiting-usage';
import { mainLane, type WatchedLane } from '@inlet/redis/lanes';
import type { MonthUsage } from '@inlet/submissions/usage';
import { type CountDeps, type CounterKeeper, createCounterKeeper } from '#plan/counters/counter-keeper.ts';
import { findLanesOfAccounts, readUsed } from '#plan/counters/counters.store.ts';
import { openLeases } from '#plan/counters/leases.ts';

/** Creates and corrects the counters of accounts' monthly usage. */
export type MonthCounters = CounterKeeper<AccountMonth>;

/** Accounts in one statement. */
const namesAtOnce = 500;

export function createMonthCounters(deps: CountDeps): MonthCounters {
  const { database, lanes, metrics } = deps;
  const main = mainLane(lanes);
  const leases = openLeases(main.redis, main.keys);

  async function count(
    lane: WatchedLane,
    names: readonly AccountMonth[],
    receiptsOf: (name: AccountMonth) => readonly string[],
  ): Promise<MonthUsage[]> {
    // The release that had leases knows no other lane.
    if (lane.number === main.number) await leases.end(names);
    const wanted = new Set(names.map(keyOf));
    const waiting = await waitingUsage(lane.redis, lane.keys, (usage) => wanted.has(keyOf(usage)));
    const counted: MonthUsage[] = [];
    for (let start = 0; start < names.length; start += namesAtOnce) {
      const page = names.slice(start, start + namesAtOnce);
      const ofPage = new Set(page.map(keyOf));
      const used = await readUsed(database.pool, page, {
        waiting: waiting.filter((usage) => ofPage.has(keyOf(usage))),
        receipts: page.flatMap((name) => receiptsOf(name).map((receipt) => ({ ...name, receipt }))),
      });
      counted.push(...used);
    }
    return counted;
  }

  const corrected = defineCounter(metrics, 'inlet_counters_corrected_total', 'Monthly counters that were corrected');
  const findLanes = (names: readonly AccountMonth[]) => findLanesOfAccounts(database.pool, names);
  return createCounterKeeper(deps, { keyOf, findLanes, count, corrected });
}

const keyOf = ({ userId, month }: AccountMonth) => `${userId} ${month}`;
