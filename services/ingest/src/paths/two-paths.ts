import type { Admission, Intake, QuotaRequest } from '@inlet/queue/intake';
import { inTime, late } from '@inlet/service/in-time';
import type { DirectIntake } from '#paths/direct-intake.ts';
import { type PathSwitch, patienceMs } from '#paths/path-switch.ts';

export interface TwoPathsOptions {
  readonly queue: Intake;
  readonly direct: Pick<DirectIntake, 'admit'>;
  readonly path: PathSwitch;
}

/** Nobody waits longer for both paths together. */
const longestMs = 2_200;

/**
 * Stores a batch by the queue, or directly while Redis cannot be used. Where one path fails or is slow, the batch takes
 * the other one too, and the first answer counts. The batch keeps its ids, so the worker stores once what took both
 * paths.
 */
export function createTwoPaths({ queue, direct, path }: TwoPathsOptions): Intake {
  const isDirect = () => path.isAway() || path.isFull() || path.hasUnflushed();

  async function admitDirectly(...batch: Parameters<Intake['admit']>): Promise<Admission> {
    const admission = await direct.admit(...batch);
    if (!admission.isFlushed) path.noteDirect();
    return admission;
  }

  return {
    look: async (requests) => {
      // The direct path tells at once what does not fit.
      const all = requests.map(({ wanted: fits }) => ({ fits, isCounted: true }));
      if (isDirect()) return all;
      try {
        const room = await inTime(queue.look(requests), patienceMs);
        if (room !== late) return room;
        path.leaveQueue(new Error('Redis is slow'));
      } catch (err) {
        path.leaveQueue(err);
      }
      return all;
    },
    admit: async (...batch) => {
      const endMs = performance.now() + longestMs;
      const isDirectFirst = isDirect();
      const first = isDirectFirst ? admitDirectly(...batch) : queue.admit(...batch);
      const ways = [first];
      // The queue would accept what the direct path has used up already.
      const isOnlyWay = isDirectFirst && (path.isFull() || path.hasUnflushed());
      if (isOnlyWay) return first;
      try {
        const admission = await inTime(first, patienceMs);
        if (admission !== late) return admission;
        if (!isDirectFirst) path.leaveQueue(new Error('Redis is slow'));
      } catch (err) {
        if (!isDirectFirst) path.leaveQueue(err);
      }
      ways.push(isDirectFirst ? queue.admit(...batch) : admitDirectly(...batch));
      const admission = await inTime(Promise.any(ways), endMs - performance.now());
      if (admission === late) throw new Error('Neither Redis nor the worker answers');
      if (isWhole(admission, batch[0])) return admission;
      // What has no room on one path may be on its way by the other, and nobody is refused what is stored.
      const whole = inTime(Promise.any(ways.map((way) => wholeOf(way, batch[0]))), patienceMs);
      const better = await whole.catch(() => null);
      if (better !== null && better !== late) return better;
      return { ...admission, mayBeStored: admission.mayBeStored || !(await haveAnswered(ways)) };
    },
  };
}

/** Whether each of these has said that it stores nothing. */
async function haveAnswered(ways: readonly Promise<Admission>[]): Promise<boolean> {
  const ends = await inTime(Promise.all(ways), 0).catch(() => late);
  return ends !== late;
}

async function wholeOf(way: Promise<Admission>, requests: readonly QuotaRequest[]): Promise<Admission> {
  const admission = await way;
  if (!isWhole(admission, requests)) throw new Error('Not all of it is admitted');
  return admission;
}

function isWhole({ rooms, reused }: Admission, requests: readonly QuotaRequest[]): boolean {
  const fits = ({ wanted }: QuotaRequest, index: number) =>
    rooms[index]?.fits.submissions === wanted.submissions && rooms[index]?.fits.bytes === wanted.bytes;
  return reused.length === 0 && requests.every(fits);
}
