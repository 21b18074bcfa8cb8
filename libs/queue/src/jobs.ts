import { type Mail, mailSchema } from '@inlet/contracts/mail';
import { submissionBatchSchema } from '@inlet/submissions/batch';
import * as z from 'zod';

export interface JobDefinition {
  readonly queue: string;
  /** Jobs of the queue that a process works on at once; without it, as many as the process is told. */
  readonly concurrency?: number;
  /**
   * One job of an id waits: others that are added meanwhile are dropped. A job that is added while its
   * predecessor runs follows it, so a handler that starts later has seen everything from before.
   */
  readonly isDeduplicated?: true;
  readonly payload: z.ZodType;
  /** Runs that a job may use up by failing. A database that is away uses up none. */
  readonly attempts: number;
  /** Pause before the second run; it doubles with each further one. */
  readonly backoffMs: number;
  /** The longest pause, where runs go on for days. */
  readonly backoffMaxMs?: number;
  /** How long a job that failed for good is kept for a person to look at and to replay. */
  readonly keepFailedSeconds: number;
}

const daySeconds = 86_400;
/** The part of a pause that is random, so that jobs which failed together do not come back together. */
const jitter = 0.5;

const targetSchema = z.object({ targetId: z.uuid() });
const ofDeliveries = { attempts: 2, backoffMs: 1_000, keepFailedSeconds: daySeconds };
/** Jobs that mostly wait for the answers of receivers. */
const deliveriesAtOnce = 64;
const slowAtOnce = 32;

/** Every job there is. A payload tolerates the past: what is added later is optional, with a note saying why. */
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
   * Hands a mail to the mail server. Ten attempts wait 5 s, 10 s, 20 s … and give up after half an hour or so, within
   * the life of every link that is mailed.
   */
  'send-mail': {
    queue: 'mail',
    payload: mailSchema,
    attempts: 10,
    backoffMs: 5_000,
    keepFailedSeconds: daySeconds,
  },
  /**
   * The same for a mail that is still of use after days, as a notification. Beyond the eleventh of its pauses each is
   * half an hour to an hour: 160 attempts wait for three days at least, and for almost five as a rule.
   */
  'send-notification': {
    queue: 'mail',
    payload: mailSchema,
    attempts: 160,
    backoffMs: 5_000,
    backoffMaxMs: 3_600_000,
    keepFailedSeconds: daySeconds,
  },
  /** Verifies a message of Amazon SNS and stops mail to the addresses in it. Its certificate may be away for a while. */
  'mail-event': {
    queue: 'mail-events',
    payload: z.object({ message: z.string() }),
    attempts: 8,
    backoffMs: 5_000,
    keepFailedSeconds: daySeconds,
  },
  /** Delivers some of what waits for a target. */
  deliver: {
    ...ofDeliveries,
    queue: 'deliveries',
    payload: targetSchema,
    concurrency: deliveriesAtOnce,
    isDeduplicated: true,
  },
  /** The same for a target that fails or takes long: receivers that are down or slow hold no slot of the others. */
  'deliver-failing': {
    ...ofDeliveries,
    queue: 'failing-deliveries',
    payload: targetSchema,
    concurrency: slowAtOnce,
    isDeduplicated: true,
  },
  /** Sends an example to a target. Its result is in the log of attempts, under this id. */
  'test-target': {
    ...ofDeliveries,
    queue: 'deliveries',
    payload: targetSchema.extend({ attemptId: z.uuid() }),
    concurrency: deliveriesAtOnce,
  },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]['payload']>;

/** The job that sends a mail: one with a link is tried while the link lives, one with news for days. */
export function mailJob({ kind }: Pick<Mail, 'kind'>): 'send-mail' | 'send-notification' {
  return kind === 'notification' || kind === 'usage' ? 'send-notification' : 'send-mail';
}

/** The name of `backoffPauseMs` in jobs; BullMQ's own pauses double without end. */
const cappedBackoff = 'capped';

/** The pause after so many runs of a job with a longest pause. */
export function backoffPauseMs(name: string, runs: number, random = Math.random()): number {
  const { backoffMs, backoffMaxMs = backoffMs }: JobDefinition = jobs[name as JobName];
  return Math.min(backoffMs * 2 ** (runs - 1), backoffMaxMs) * (1 - jitter * random);
}

/** The options that BullMQ stores with a job. The own id of a deduplicated job is one that BullMQ counts. */
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
