import { Job, type JobJson, type JobsOptions, Queue } from 'bullmq';
import { addJobKeyCount } from '#bullmq/add-job-script.ts';

/** A payload that is already serialized as JSON. */
export class SerializedPayload {
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }

  /** BullMQ serializes every payload; this makes it cheap. */
  toJSON(): null {
    return null;
  }
}

/** A job that is not added yet. */
export interface PreparedJob {
  /** Where Redis will keep it. */
  readonly key: string;
  /** Keys of BullMQ's script that adds a job. */
  readonly keys: readonly string[];
  /** Its arguments, with these bytes as the payload. */
  readonly values: (payload: Buffer) => readonly (string | Buffer)[];
  /** The payload, which belongs into the field `data` of the key. */
  readonly data: Buffer;
}

/** A queue for serialized payloads; the bytes reach Redis unchanged. */
export class SerializedQueue extends Queue<SerializedPayload> {
  override get Job(): typeof Job {
    return SerializedJob as typeof Job;
  }

  /** Prepares a job without adding it: BullMQ passes its arguments to a client that only keeps them. */
  async prepare(
    name: string,
    payload: SerializedPayload,
    options: JobsOptions & { jobId: string },
  ): Promise<PreparedJob> {
    // The id is part of the key; in the options it would be stored a second time.
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
      values: (given) => sent.slice(addJobKeyCount).map((value) => (value === noPayload.json ? given : value)),
      data: payload.json,
    };
  }
}

const noPayload = new SerializedPayload(Buffer.alloc(0));

class SerializedJob extends Job<SerializedPayload> {
  override asJSON(): JobJson {
    // The type asks for text, but BullMQ only passes it to the Redis client, which takes bytes too.
    return { ...super.asJSON(), data: this.data.json as never };
  }
}
