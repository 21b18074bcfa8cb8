import { defineGauge, type Metrics } from '@inlet/observe/metrics';
import type { Logger } from '@inlet/process/logger';
import type { BacklogView } from '@inlet/queue/backlog';
import type { Progress } from '@inlet/queue/progress';

export interface WatchOptions {
  readonly view: BacklogView;
  readonly progress: Progress;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface Watch {
  readonly close: () => void;
}

const lookIntervalMs = 5_000;
/** The interval for retrying failed jobs: long enough for a person to notice them, short enough after an outage. */
const retryIntervalMs = 60_000;

/** Checks the queue at intervals: for metrics, for liveness, and for failed jobs to retry. */
export function watchQueue({ view, progress, logger, metrics }: WatchOptions): Watch {
  defineGauge(
    metrics,
    'inlet_worker_still_seconds',
    'How long batches have been waiting or running without progress in this worker',
    () => progress.stillMs() / 1_000,
  );

  async function look(): Promise<void> {
    progress.look((await view.look()).waiting);
  }

  async function retry(): Promise<void> {
    const retried = await view.retryFailed();
    if (retried > 0) logger.warn({ retried }, 'queue: failed jobs retried');
  }

  // Readiness reports a Redis that is away. Here it only means that nothing is visible for a while: jobs that waited
  // before must not count as waiting all the time, or the process would be restarted for another service's fault.
  const unseen = (err: unknown) => {
    progress.look(0);
    logger.debug({ err }, 'queue: state unknown');
  };
  // The next check does not wait for one that hangs: this watch must notice what is stuck.
  const timers = [
    setInterval(() => void look().catch(unseen), lookIntervalMs),
    setInterval(() => void retry().catch(unseen), retryIntervalMs),
  ];
  void look().catch(unseen);
  return { close: () => timers.forEach(clearInterval) };
}
