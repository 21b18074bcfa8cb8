import type { WorkRound } from '@inlet/process/background-work';
import type { RedisConnection } from '@inlet/redis/connections';
import { type ErasureDeps, eraseOne } from '#erasures/erase-one.ts';

interface RequestedDeps extends Omit<ErasureDeps, 'redis' | 'isStoring'> {
  readonly clientRedis: RedisConnection;
}

/** Processes erasures that owners have requested, one address at a time. Several workers share the work. */
export async function eraseRequested({ clientRedis: redis, ...deps }: RequestedDeps, round: WorkRound): Promise<void> {
  await round.repeat(() => eraseOne({ ...deps, redis, isStoring: true }, round));
}
