import { Job, type JobJson, Queue } from 'bullmq';

/** A payload that is JSON already. */
export class WrittenPayload {
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }

  /** BullMQ writes every payload once more; there is nothing to it. */
  toJSON(): null {
    return null;
  }
}

/** Takes payloads that are written already; their bytes reach Redis as they are. */
export class WrittenQueue extends Queue<WrittenPayload> {
  override get Job(): typeof Job {
    return WrittenJob as typeof Job;
  }
}

class WrittenJob extends Job<WrittenPayload> {
  override asJSON(): JobJson {
    // BullMQ says text and only hands it on to Redis's client, which takes bytes as well.
    return { ...super.asJSON(), data: this.data.json as never };
  }
}
