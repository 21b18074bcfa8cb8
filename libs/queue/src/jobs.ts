import { mailSchema } from '@inlet/contracts/mail';
import { submissionBatchSchema } from '@inlet/submissions/batch';
import * as z from 'zod';

export interface JobDefinition {
  readonly queue: string;
  /** Jobs of the queue that a process works on at once; without it, as many as the process is told. */
  readonly concurrency?: number;
  /**
   * Of the jobs under one id, one waits: others that are added meanwhile are dropped. One that is added while its
   * predecessor runs follows it, so a handler that starts later has seen everything from before.
   */
  readonly isDoorbell?: true;
  readonly payload: z.ZodType;
  /** Runs that a job may use up by failing. A database that is away uses up none. */
  readonly attempts: number;
  /** Pause before the second run; it doubles with each further one. */
  readonly backoffMs: number;
  /** How long a job that failed for good is kept for a person to look at and to replay. */
  readonly keepFailedSeconds: number;
}

const daySeconds = 86_400;

const targetSchema = z.object({ targetId: z.uuid() });
const ofDeliveries = { attempts: 2, backoffMs: 1_000, keepFailedSeconds: daySeconds };
/** Jobs that mostly wait for the answers of receivers. */
const deliveriesAtOnce = 64;
const failingAtOnce = 16;

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
  /** Hands a mail to the mail server. Ten attempts wait 5 s, 10 s, 20 s … and give up after half an hour or so, within the life of every link that is mailed. */
  'send-mail': {
    queue: 'mail',
    payload: mailSchema,
    attempts: 10,
    backoffMs: 5_000,
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
    isDoorbell: true,
  },
  /** The same for a target that fails: receivers that are down hold no slot of the others. */
  'deliver-failing': {
    ...ofDeliveries,
    queue: 'failing-deliveries',
    payload: targetSchema,
    concurrency: failingAtOnce,
    isDoorbell: true,
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

/** The options that BullMQ stores with a job. A doorbell's own id is one that BullMQ counts. */
export function jobOptions(name: JobName, id: string) {
  const { attempts, backoffMs, keepFailedSeconds, isDoorbell }: JobDefinition = jobs[name];
  return {
    ...(isDoorbell ? { deduplication: { id, keepLastIfActive: true } } : { jobId: id }),
    attempts,
    backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
    removeOnComplete: true,
    removeOnFail: { age: keepFailedSeconds },
  };
}
