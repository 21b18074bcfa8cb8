import { defineLookups } from '@inlet/observe/lookup-gauge';
import type { Metrics } from '@inlet/observe/metrics';
import type { Logger } from '@inlet/process/logger';
import type { BacklogView } from '@inlet/queue/backlog';
import type { Progress } from '@inlet/queue/progress';

/** The queue of submissions of a lane. */
export interface WatchedQueue {
  /** The lane. */
  readonly number: number;
  readonly view: BacklogView;
  readonly progress: Progress;
  readonly logger: Logger;
}

export interface Watch {
  readonly close: () => void;
}

const lookIntervalMs = 5_000;
/** The interval for retrying failed jobs: long enough for a person to notice them, short enough after an outage. */
const retryIntervalMs = 60_000;

/** Checks queues at intervals: for metrics, for liveness, and for failed jobs to retry. */
export function watchQueues(queues: readonly WatchedQueue[], metrics: Metrics): Watch {
  const help = 'How long batches of a lane have been waiting or running without progress in this worker';
  defineLookups(metrics, { name: 'inlet_worker_still_seconds', help, label: 'lane' }, async () =>
    queues.map(({ number, progress }) => [String(number), progress.stillMs() / 1_000] as const),
  );
  const watches = queues.map(watchQueue);
  return {
    close: () => {
      for (const { close } of watches) close();
    },
  };
}

function watchQueue({ view, progress, logger }: WatchedQueue): Watch {
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
