import type { TestDeps } from '@inlet/endpoint/answer-test';
import { counterKey } from '@inlet/redis/counter-lua';
import type { Lane } from '@inlet/redis/lanes';

/** Reads how much of a month or of a form's number is used. */
export function usageReader(lanes: readonly Pick<Lane, 'redis' | 'keys'>[]): TestDeps['readUsed'] {
  return async (name, number) => {
    const lane = lanes[number];
    if (!lane) return null;
    // While Redis is away they are unknown. A month refuses no visitor then either.
    const used = await lane.redis.hget(counterKey(lane.keys, name), 'submissions').catch(() => null);
    return used === null ? null : Number(used);
  };
}
