import type { WorkRound } from '@inlet/process/background-work';
import type { Lane } from '@inlet/redis/lanes';
import { type ErasureDeps, eraseOne } from '#erasures/erase-one.ts';

interface RequestedDeps extends Omit<ErasureDeps, 'lanes' | 'isStoring'> {
  readonly clientLanes: readonly Lane[];
}

/** Processes erasures that owners have requested, one address at a time. Several workers share the work. */
export async function eraseRequested({ clientLanes: lanes, ...deps }: RequestedDeps, round: WorkRound): Promise<void> {
  await round.repeat(() => eraseOne({ ...deps, lanes, isStoring: true }, round));
}
