import type { LoadResult } from '#load/wrk.ts';
import { type Figures, growth } from '#measure/median.ts';
import { cpuSecondsOf, endedChildrenSeconds, type ProcessGroups, peakMemoryOf } from '#measure/process-tree.ts';

/** A load and its cost. */
export type Measurement = LoadResult & {
  /** Processor seconds by process; the load generator is under `load`. */
  cpuSeconds: Figures;
  peakMb: Figures;
};

export const generatorGroup = 'load';

/** Measures processes during work that returns a load's result. Other processes must not be started in the meantime. */
export async function measure(groups: ProcessGroups, work: () => Promise<LoadResult>): Promise<Measurement> {
  const spent = () => ({ ...cpuSecondsOf(groups), [generatorGroup]: endedChildrenSeconds() });
  const before = spent();
  const result = await work();
  return { ...result, cpuSeconds: growth(before, spent()), peakMb: peakMemoryOf(groups) };
}

export function perSecond({ requests, seconds }: Measurement): number {
  return requests / seconds;
}
