import { Job, type JobsOptions, Queue } from 'bullmq';
import { addJobKeyCount } from '#bullmq/add-job-script.ts';

/** A job that is not added yet. */
export interface PreparedJob {
  /** The key under which Redis will store it. */
  readonly key: string;
  /** Keys of BullMQ's script that adds a job. */
  readonly keys: readonly string[];
  /** Arguments of the script, with this text as the payload. */
  readonly values: (payload: string) => readonly (string | Buffer)[];
  /** The payload as JSON, for the field `data` of the key. */
  readonly data: string;
}

export class PreparingQueue extends Queue {
  /** Prepares a job without adding it: BullMQ passes its arguments to a client that only records them. */
  async prepare(name: string, payload: unknown, options: JobsOptions & { jobId: string }): Promise<PreparedJob> {
    // The id is part of the key; in the options it would be stored a second time.
    const { jobId, ...rest } = options;
    const job = new Job(this, name, payload, rest, jobId).asJSON();
    let sent: (string | Buffer)[] = [];
    const client = {
      runCommand: async (_script: string, args: (string | Buffer)[]) => {
        sent = args;
        return jobId;
      },
    };
    await this.backend.addJobToTransaction(client as never, job, jobId);
    return {
      key: this.toKey(jobId),
      keys: sent.slice(0, addJobKeyCount) as string[],
      values: (given) => sent.slice(addJobKeyCount).map((value) => (value === job.data ? given : value)),
      data: job.data,
    };
  }
}
