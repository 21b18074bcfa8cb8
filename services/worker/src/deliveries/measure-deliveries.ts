import { defineLookup } from '@inlet/observe/lookup-gauge';
import { defineCounter, defineHistogram, type Metrics } from '@inlet/observe/metrics';
import { memoizeFor } from '@inlet/process/memoize-for';
import type { Pool } from 'pg';
import type { WaitingDelivery } from '#deliveries/deliveries.store.ts';
import { measureWaiting, type WaitingDeliveries } from '#deliveries/targets.store.ts';

/** From a receiver nearby to one that takes all of its time. */
const delayBucketsSeconds = [0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 15, 60];

/** All gauges of one reading share one look. */
const lookTtlMs = 1_000;

export interface DeliveryMeasures {
  readonly note: (delivery: WaitingDelivery, isSuccess: boolean, at: Date) => void;
  readonly noteSkip: () => void;
}

/** Measures attempts, and what waits in the database. Several processes may measure the same, and tell the same. */
export function measureDeliveries(pool: Pool, metrics: Metrics): DeliveryMeasures {
  const attempts = defineCounter(metrics, 'inlet_delivery_attempts_total', 'Attempts to deliver an event', ['outcome']);
  // Counters start at zero, so that the first event of a kind shows as an increase.
  for (const outcome of ['succeeded', 'failed']) attempts.inc({ outcome }, 0);
  const skips = defineCounter(
    metrics,
    'inlet_deliveries_skipped_total',
    'Deliveries that the conditions of their target skipped',
  );
  const delays = defineHistogram(
    metrics,
    'inlet_delivery_delay_seconds',
    'Time from an event to its delivery, if the first attempt succeeded',
    delayBucketsSeconds,
  );
  const define = (name: string, help: string, pick: (state: WaitingDeliveries) => number) =>
    defineLookup(metrics, name, help, async () => pick(await look()));
  const look = memoizeFor(lookTtlMs, () => measureWaiting(pool));
  define(
    'inlet_deliveries_waiting',
    'Deliveries that wait, counted to 10,000 for each target',
    (state) => state.waiting,
  );
  define('inlet_deliveries_oldest_seconds', 'Age of the delivery that is due longest', (state) => state.oldestSeconds);
  define('inlet_targets_disabled', 'Targets that are disabled because they fail', (state) => state.disabled);
  return {
    noteSkip: () => skips.inc(),
    note: ({ attempts: before, replayId, occurredAt }, isSuccess, at) => {
      attempts.inc({ outcome: isSuccess ? 'succeeded' : 'failed' });
      if (isSuccess && before === 0 && replayId === null) {
        delays.observe(Math.max(0, at.getTime() - occurredAt.getTime()) / 1_000);
      }
    },
  };
}
