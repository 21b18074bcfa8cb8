import { defineCounter, defineHistogram, type Metrics } from '@inlet/observe/metrics';
import type { Tracing } from '@inlet/observe/tracing';
import { inTime, late } from '@inlet/process/in-time';
import type { Logger } from '@inlet/process/logger';
import type { Lane } from '@inlet/redis/lanes';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { unreadable } from '#backlog.ts';
import { backoffPauseMs, type JobDefinition, type JobName, type JobPayload, jobs, queuesOf } from '#jobs.ts';
import { logLastingErrors } from '#lasting-errors.ts';
import { traceJob } from '#trace-job.ts';

export interface JobContext {
  readonly jobId: string;
  /** The lane whose queue had the job. */
  readonly lane: number;
  readonly logger: Logger;
}

/** Thrown by a handler if no further run can help: the job fails at once and is kept with the reason. */
export class FailedForGood extends UnrecoverableError {}

/** One handler for each job of the catalogue; a missing handler does not compile. */
export type JobHandlers = {
  readonly [Name in JobName]: (payload: JobPayload<Name>, context: JobContext) => Promise<void>;
};

export interface ConsumerOptions {
  /** The lanes whose queues are consumed. */
  readonly lanes: readonly Lane[];
  readonly handlers: JobHandlers;
  /** Jobs of a lane's queue that this process runs at once, unless the catalogue sets a number. */
  readonly concurrency: number;
  /** Overrides for queues that differ. */
  readonly concurrencyOf?: Readonly<Record<string, number>>;
  /** True for an error that means that a dependency is away: the job is postponed instead of failed. */
  readonly isAway: (error: unknown) => boolean;
  /** Called with the queue and its lane whenever a job starts or ends, which shows that the process is not stuck. */
  readonly onProgress: (queue: string, underWay: number, lane: number) => void;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
}

export interface Consumers {
  /** Takes no further job and waits for running jobs, even until Redis is back to record their results. */
  readonly close: () => Promise<void>;
}

/** A worker that crashes holds its jobs for this long; the next check then hands them to another worker. */
const lockMs = 10_000;
const stalledCheckMs = 5_000;
/** Crashes that a job survives: losing several machines in turn must not set it aside. */
const deathsSurvived = 3;
/** The pause of a queue while a dependency of its handlers is away. */
const awayPauseMs = 1_000;
/**
 * BullMQ gets this long to close if no job is running and Redis is available. If a connection is closed while it
 * reconnects, ioredis never settles the commands that wait for a retry, and BullMQ would wait for them.
 */
const closeTimeoutMs = 2_000;
/** A batch takes about 20 ms, a mail up to 20 s. */
const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Creates every BullMQ worker: dispatch, parsing, error handling and metrics. */
export function startConsumers(options: ConsumerOptions): Consumers {
  const finished = defineCounter(options.metrics, 'inlet_jobs_total', 'Finished jobs by outcome', ['job', 'outcome']);
  const name = 'inlet_job_duration_seconds';
  const durations = defineHistogram(options.metrics, name, 'Duration of a job', durationBucketsSeconds, ['job']);
  const run: Run = async (job, lane) => {
    const startMs = performance.now();
    try {
      await runJob(job, lane, options);
    } finally {
      durations.observe({ job: isJobName(job.name) ? job.name : 'unknown' }, (performance.now() - startMs) / 1_000);
    }
  };
  const lanes = options.lanes.map((lane) => consumeLane(lane, options, run, finished));
  return { close: async () => void (await Promise.all(lanes.map(({ close }) => close()))) };
}

function consumeLane(lane: Lane, options: ConsumerOptions, run: Run, finished: Finished): Consumers {
  let underWay = 0;
  const counted: Run = async (job, of) => {
    underWay += 1;
    try {
      await run(job, of);
    } finally {
      underWay -= 1;
    }
  };
  const workers = queuesOf(lane.number).map((queue) => startWorker(queue, lane, options, counted, finished));
  return {
    close: async () => {
      // Without a running job there is nothing to report to Redis: waiting while it is away would only delay the exit.
      const isPointless = underWay === 0 && lane.redis.status !== 'ready';
      const closed = Promise.all(workers.map((worker) => worker.close(isPointless)));
      const mayWait = () => underWay > 0 || lane.redis.status !== 'ready';
      while ((await inTime(closed, closeTimeoutMs)) === late && mayWait());
    },
  };
}

type Run = (job: Job, lane: Lane) => Promise<void>;

type Finished = ReturnType<typeof defineCounter<'job' | 'outcome'>>;

function concurrencyOf(queue: string, { concurrency, concurrencyOf: overrides = {} }: ConsumerOptions): number {
  const definitions: readonly JobDefinition[] = Object.values(jobs);
  const ofJob = definitions.findLast((definition) => definition.queue === queue)?.concurrency;
  return overrides[queue] ?? ofJob ?? concurrency;
}

function startWorker(queue: string, lane: Lane, options: ConsumerOptions, run: Run, finished: Finished): Worker {
  const { isAway, onProgress } = options;
  const { redis, keys, logger, number } = lane;
  let underWay = 0;
  const worker: Worker = new Worker(
    queue,
    async (job) => {
      underWay += 1;
      onProgress(queue, underWay, number);
      try {
        await run(job, lane);
        finished.inc({ job: job.name, outcome: 'done' });
      } catch (error) {
        if (isAway(error)) {
          finished.inc({ job: job.name, outcome: 'postponed' });
          logger.warn({ err: error, jobId: job.id, job: job.name }, 'queue: job postponed');
          await worker.rateLimit(awayPauseMs);
          throw Worker.RateLimitError();
        }
        finished.inc({ job: job.name, outcome: 'failed' });
        logger.error({ err: error, jobId: job.id, job: job.name, attempt: job.attemptsMade + 1 }, 'queue: job failed');
        throw error;
      } finally {
        underWay -= 1;
        onProgress(queue, underWay, number);
      }
    },
    {
      connection: redis,
      prefix: keys.queues,
      concurrency: concurrencyOf(queue, options),
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      maxStalledCount: deathsSurvived,
      settings: { backoffStrategy: (runs, _type, _error, job) => backoffPauseMs(job?.name ?? '', runs) },
    },
  );
  worker.on('error', logLastingErrors(logger.child({ queue }), 'queue: worker cannot use Redis'));
  worker.on('stalled', (jobId) => logger.warn({ jobId, queue }, 'queue: job stalled, another worker takes it over'));
  return worker;
}

async function runJob(job: Job, { number, logger }: Lane, { handlers, tracing }: ConsumerOptions) {
  const name = job.name;
  if (!isJobName(name)) throw new UnrecoverableError(`${unreadable}there is no job called ${name}`);
  const payload = jobs[name].payload.safeParse(job.data);
  if (!payload.success) throw new UnrecoverableError(`${unreadable}${payload.error.message}`);
  const jobId = job.id ?? '';
  // The compiler cannot tell that a name's payload and its handler belong together.
  const handle = handlers[name] as (read: unknown, context: JobContext) => Promise<void>;
  const work = () => handle(payload.data, { jobId, lane: number, logger: logger.child({ jobId, job: name }) });
  await (tracing ? traceJob(tracing, name, payload.data, work) : work());
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(jobs, name);
}
