import { inTime, late } from '@inlet/process/in-time';
import type { Admission, IntakeBatch } from '@inlet/queue/intake';
import type { Paths } from '#paths/two-paths.ts';

/** The longest wait for Redis, as for both paths together. */
const longestMs = 2_200;

/**
 * Stores batches of forms with a number, which are counted in Redis alone. While Redis cannot be used, or its counters
 * lack what was stored directly, such a batch is not stored: the direct path could exceed the number.
 */
export class QueueOnly {
  readonly #paths: Omit<Paths, 'direct'>;

  constructor(paths: Omit<Paths, 'direct'>) {
    this.#paths = paths;
  }

  async admit(batch: IntakeBatch): Promise<Admission> {
    const { queue, path } = this.#paths;
    if (path.isAway() || path.isFull() || path.hasUnflushed()) throw new Error('Redis cannot be used');
    try {
      const admission = await inTime(queue.admit(batch), longestMs);
      if (admission === late) throw new Error('Redis is slow');
      return admission;
    } catch (err) {
      path.leaveQueue(err);
      throw err;
    }
  }
}
