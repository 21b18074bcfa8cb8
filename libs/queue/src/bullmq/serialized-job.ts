import { Job, type JobJson, type JobsOptions, Queue } from 'bullmq';
import { addJobKeyCount } from '#bullmq/add-job-script.ts';

/** A payload that is JSON already. */
export class SerializedPayload {
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }

  /** BullMQ writes every payload once more; there is nothing to it. */
  toJSON(): null {
    return null;
  }
}

/** A job that is not added yet. */
export interface PreparedJob {
  /** Where Redis will keep it. */
  readonly key: string;
  /** What BullMQ's own script to add a job is called with; the payload is left out. */
  readonly keys: readonly string[];
  readonly values: readonly (string | Buffer)[];
  /** The payload, which belongs into the field `data` of the key. */
  readonly data: Buffer;
}

/** Takes payloads that are written already; their bytes reach Redis as they are. */
export class SerializedQueue extends Queue<SerializedPayload> {
  override get Job(): typeof Job {
    return SerializedJob as typeof Job;
  }

  /** Prepares a job and adds it not: BullMQ hands what it would send to a client that only keeps it. */
  async prepare(
    name: string,
    payload: SerializedPayload,
    options: JobsOptions & { jobId: string },
  ): Promise<PreparedJob> {
    // The id is the name of the job's key; among its options it would be written a second time for each batch.
    const { jobId, ...rest } = options;
    const job = new SerializedJob(this, name, noPayload, rest, jobId);
    let sent: (string | Buffer)[] = [];
    const client = {
      runCommand: async (_script: string, args: (string | Buffer)[]) => {
        sent = args;
        return jobId;
      },
    };
    await this.backend.addJobToTransaction(client as never, job.asJSON(), jobId);
    return {
      key: this.toKey(jobId),
      keys: sent.slice(0, addJobKeyCount) as string[],
      values: sent.slice(addJobKeyCount),
      data: payload.json,
    };
  }
}

const noPayload = new SerializedPayload(Buffer.alloc(0));

class SerializedJob extends Job<SerializedPayload> {
  override asJSON(): JobJson {
    // BullMQ says text and only hands it on to Redis's client, which takes bytes as well.
    return { ...super.asJSON(), data: this.data.json as never };
  }
}
