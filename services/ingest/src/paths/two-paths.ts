import { inTime, late } from '@inlet/process/in-time';
import type { Admission, Intake, IntakeBatch } from '@inlet/queue/intake';
import type { DirectIntake } from '#paths/direct-intake.ts';
import { type PathSwitch, redisTimeoutMs } from '#paths/path-switch.ts';

export interface Paths {
  readonly queue: Pick<Intake, 'admit'>;
  readonly direct: Pick<DirectIntake, 'admit'>;
  readonly path: PathSwitch;
}

/** Longest wait for both paths together. */
const longestMs = 2_200;

/**
 * Stores a batch through the queue, or directly while Redis cannot be used. If one path fails or is slow, the batch
 * also takes the other one, and the first result counts. The batch keeps its ids, so the worker stores it once even if
 * it took both paths.
 */
export class TwoPaths {
  readonly #paths: Paths;

  constructor(paths: Paths) {
    this.#paths = paths;
  }

  async admit(batch: IntakeBatch): Promise<Admission> {
    const { queue, path } = this.#paths;
    const endMs = performance.now() + longestMs;
    // The queue would accept submissions for quota that the direct path has already used.
    if (path.isFull() || path.hasUnflushed()) return this.#admitDirectly(batch);
    const isAway = path.isAway();
    const first = isAway ? this.#admitDirectly(batch) : queue.admit(batch);
    try {
      const admission = await inTime(first, redisTimeoutMs);
      if (admission !== late) return admission;
      if (!isAway) path.leaveQueue(new Error('Redis is slow'));
    } catch (err) {
      if (!isAway) path.leaveQueue(err);
    }
    const second = isAway ? queue.admit(batch) : this.#admitDirectly(batch);
    return firstOf([first, second], endMs);
  }

  async #admitDirectly(batch: IntakeBatch): Promise<Admission> {
    const admission = await this.#paths.direct.admit(batch);
    if (!admission.isFlushed) this.#paths.path.noteDirect();
    return admission;
  }
}

/** A submission without quota on one path may be stored by the other, and must then not be refused. */
async function firstOf(ways: readonly Promise<Admission>[], endMs: number): Promise<Admission> {
  const admission = await inTime(Promise.any(ways), endMs - performance.now());
  if (admission === late) throw new Error('Neither Redis nor the worker responds');
  if (admission.isQueued) return admission;
  const queued = await inTime(Promise.any(ways.map(onlyQueued)), redisTimeoutMs).catch((): typeof late => late);
  if (queued !== late) return queued;
  return { ...admission, mayBeStored: admission.mayBeStored || !(await haveAnswered(ways)) };
}

async function onlyQueued(way: Promise<Admission>): Promise<Admission> {
  const admission = await way;
  if (!admission.isQueued) throw new Error('The batch does not fit completely');
  return admission;
}

/** True if each of these results says that nothing was stored. */
async function haveAnswered(ways: readonly Promise<Admission>[]): Promise<boolean> {
  const ends = await inTime(Promise.all(ways), 0).catch(() => late);
  return ends !== late;
}
