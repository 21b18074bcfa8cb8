import type { LoadResult } from '#load/load.ts';
import { cpuSecondsOf, endedChildrenSeconds, type ProcessGroups, peakMemoryOf } from '#measure/process-tree.ts';

/** A load and its cost. */
export type Measurement = LoadResult & {
  /** Processor seconds by process, the load generator's under `load`. */
  cpuSeconds: Readonly<Record<string, number>>;
  peakMb: Readonly<Record<string, number>>;
};

export const generatorGroup = 'load';

/** Measures processes while work that ends with a load's result is done. Nothing else may be started meanwhile. */
export async function measure(groups: ProcessGroups, work: () => Promise<LoadResult>): Promise<Measurement> {
  const before = cpuSecondsOf(groups);
  const generatorBefore = endedChildrenSeconds();
  const result = await work();
  const after = cpuSecondsOf(groups);
  const spent = Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)] as const);
  return {
    ...result,
    cpuSeconds: { ...Object.fromEntries(spent), [generatorGroup]: endedChildrenSeconds() - generatorBefore },
    peakMb: peakMemoryOf(groups),
  };
}

export function perSecond({ requests, seconds }: Pick<LoadResult, 'requests' | 'seconds'>): number {
  return requests / seconds;
}
