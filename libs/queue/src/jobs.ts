import { mailSchema } from '@inlet/contracts/mail';
import { submissionBatchSchema } from '@inlet/submissions/batch';
import type * as z from 'zod';

export interface JobDefinition {
  readonly queue: string;
  readonly payload: z.ZodType;
  /** Runs that a job may use up by failing. A database that is away uses up none. */
  readonly attempts: number;
  /** Pause before the second run; it doubles with each further one. */
  readonly backoffMs: number;
  /** How long a job that failed for good is kept for a person to look at and to replay. */
  readonly keepFailedSeconds: number;
}

const daySeconds = 86_400;

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
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]['payload']>;

/** The options that BullMQ stores with a job. */
export function jobOptions(name: JobName, id: string) {
  const { attempts, backoffMs, keepFailedSeconds } = jobs[name];
  return {
    jobId: id,
    attempts,
    backoff: { type: 'exponential', delay: backoffMs, jitter: 0.5 },
    removeOnComplete: true,
    removeOnFail: { age: keepFailedSeconds },
  };
}
