import { type Mail, mailSchema } from '@inlet/contracts/mail';
import { submissionBatchSchema } from '@inlet/submissions/batch';
import * as z from 'zod';

export interface JobDefinition {
  readonly queue: string;
  /** Jobs of the queue that a process runs at once; by default, the process's own number. */
  readonly concurrency?: number;
  /**
   * Only one job of an id waits: jobs added meanwhile are dropped. A job added while its predecessor runs follows it,
   * so a handler that starts later has seen everything from before.
   */
  readonly isDeduplicated?: true;
  readonly payload: z.ZodType;
  /** Failed runs that a job may have. Runs that fail because the database is away do not count. */
  readonly attempts: number;
  /** Pause before the second run; it doubles with each further one. */
  readonly backoffMs: number;
  /** The longest pause, where runs go on for days. */
  readonly backoffMaxMs?: number;
  /** How long a permanently failed job is kept for a person to inspect and replay. */
  readonly keepFailedSeconds: number;
}

const daySeconds = 86_400;
/** The random part of a pause, so that jobs that failed together are not retried together. */
const jitter = 0.5;

const targetSchema = z.object({ targetId: z.uuid() });
const ofDeliveries = { attempts: 2, backoffMs: 1_000, keepFailedSeconds: daySeconds };
/** The number of jobs that mostly wait for receivers. */
const deliveriesAtOnce = 64;
const slowAtOnce = 32;
/** A check-up mostly waits for a page and for receivers. */
const checksAtOnce = 16;

/** The catalogue of all jobs. A payload stays compatible: new fields are optional, with a note on the reason. */
export const jobs = {
  /** Writes a batch of accepted submissions to the database. */
  'store-submissions': {
    queue: 'submissions',
    payload: submissionBatchSchema,
    attempts: 5,
    backoffMs: 500,
    keepFailedSeconds: 14 * daySeconds,
  },
  /**
   * Hands a mail to the mail server. Ten attempts wait 5 s, 10 s, 20 s … and give up after about half an hour, within
   * the lifetime of every mailed link.
   */
  'send-mail': {
    queue: 'mail',
    payload: mailSchema,
    attempts: 10,
    backoffMs: 5_000,
    keepFailedSeconds: daySeconds,
  },
  /**
   * The same for a mail that is still useful after days, such as a notification. From the eleventh pause on, each takes
   * half an hour to an hour: 160 attempts take at least three days, and usually almost five.
   */
  'send-notification': {
    queue: 'mail',
    payload: mailSchema,
    attempts: 160,
    backoffMs: 5_000,
    backoffMaxMs: 3_600_000,
    keepFailedSeconds: daySeconds,
  },
  /** Checks the domain of the sender and the mail server; the result is kept in Redis for some minutes. */
  'check-sender': {
    queue: 'mail',
    isDeduplicated: true,
    payload: z.object({}),
    attempts: 2,
    backoffMs: 1_000,
    keepFailedSeconds: daySeconds,
  },
  /** Verifies an Amazon SNS message and stops mail to its addresses. The certificate may be unavailable for a while. */
  'mail-event': {
    queue: 'mail-events',
    payload: z.object({ message: z.string() }),
    attempts: 8,
    backoffMs: 5_000,
    keepFailedSeconds: daySeconds,
  },
  /** Delivers some of the pending events of a target. */
  deliver: {
    ...ofDeliveries,
    queue: 'deliveries',
    payload: targetSchema,
    concurrency: deliveriesAtOnce,
    isDeduplicated: true,
  },
  /** The same for a failing or slow target, so that receivers that are down or slow take no slot from the others. */
  'deliver-failing': {
    ...ofDeliveries,
    queue: 'failing-deliveries',
    payload: targetSchema,
    concurrency: slowAtOnce,
    isDeduplicated: true,
  },
  /** Sends an example to a target. The result is in the log of attempts, under this id. */
  'test-target': {
    ...ofDeliveries,
    queue: 'deliveries',
    payload: targetSchema.extend({ attemptId: z.uuid() }),
    concurrency: deliveriesAtOnce,
  },
  /** Checks the page of a form. Its row in the database has the rest. */
  'check-form': {
    queue: 'form-checks',
    payload: z.object({ checkId: z.uuid() }),
    concurrency: checksAtOnce,
    attempts: 2,
    backoffMs: 1_000,
    keepFailedSeconds: daySeconds,
  },
} as const satisfies Record<string, JobDefinition>;

const submissions = jobs['store-submissions'].queue;
const queues = [...new Set(Object.values(jobs).map(({ queue }) => queue))];

/** The queues of a lane: each lane has one of submissions, and lane 0 has all others too. */
export function queuesOf(lane: number): readonly string[] {
  return lane === 0 ? queues : [submissions];
}

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]['payload']>;

/** The job that sends a mail: a link is tried while it is valid, news for days. */
export function mailJob({ kind }: Pick<Mail, 'kind'>): 'send-mail' | 'send-notification' {
  return kind === 'notification' || kind === 'usage' ? 'send-notification' : 'send-mail';
}

/** The name of `backoffPauseMs` in jobs; BullMQ's own pauses double indefinitely. */
const cappedBackoff = 'capped';

/** The pause after this many runs of a job with a longest pause. */
export function backoffPauseMs(name: string, runs: number, random = Math.random()): number {
  const { backoffMs, backoffMaxMs = backoffMs }: JobDefinition = jobs[name as JobName];
  return Math.min(backoffMs * 2 ** (runs - 1), backoffMaxMs) * (1 - jitter * random);
}

/** The options that BullMQ stores with a job. A deduplicated job gets a sequential id from BullMQ. */
export function jobOptions(name: JobName, id: string) {
  const { attempts, backoffMs, backoffMaxMs, keepFailedSeconds, isDeduplicated }: JobDefinition = jobs[name];
  return {
    ...(isDeduplicated ? { deduplication: { id, keepLastIfActive: true } } : { jobId: id }),
    attempts,
    backoff: { type: backoffMaxMs === undefined ? 'exponential' : cappedBackoff, delay: backoffMs, jitter },
    removeOnComplete: true,
    removeOnFail: { age: keepFailedSeconds },
  };
}
