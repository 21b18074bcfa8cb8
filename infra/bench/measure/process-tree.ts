import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type ProcStat, parseProcStat, parseProcStatus, peakOfAll } from '#measure/proc-files.ts';

/** Processes by what they are called, each with everything that it started. */
export type ProcessGroups = Readonly<Record<string, readonly number[]>>;

/** Processor seconds of each group since its processes began, those of children that ended included. */
export function cpuSecondsOf(groups: ProcessGroups): Record<string, number> {
  return ofEach(groups, (tree) => tree.reduce((sum, stat) => sum + stat.cpuSeconds + stat.endedChildrenSeconds, 0));
}

/** Peak memory of each group in megabytes. */
export function peakMemoryOf(groups: ProcessGroups): Record<string, number> {
  return ofEach(groups, (tree) =>
    peakOfAll(tree.map(({ pid }) => parseProcStatus(readIfThere(`/proc/${pid}/status`)))),
  );
}

/** From here on the peak that Linux tells is that of what comes now. */
export function forgetPeaks(groups: ProcessGroups): void {
  for (const pid of Object.values(groups).flat()) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Processor seconds of the programs that this process started and that have ended. */
export function endedChildrenSeconds(): number {
  return parseProcStat(readFileSync('/proc/self/stat', 'utf8')).endedChildrenSeconds;
}

function withDescendants(pids: readonly number[], all: readonly ProcStat[]): ProcStat[] {
  const wanted = new Set(pids);
  for (let before = 0; before !== wanted.size; ) {
    before = wanted.size;
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid);
  }
  return all.filter(({ pid }) => wanted.has(pid));
}

function readAll(): ProcStat[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => readIfThere(`/proc/${pid}/stat`));
  return lines.filter((line) => line !== '').map(parseProcStat);
}

// A process may end between the listing and the reading.
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function ofEach(groups: ProcessGroups, measure: (tree: readonly ProcStat[]) => number): Record<string, number> {
  const all = readAll();
  return Object.fromEntries(Object.entries(groups).map(([name, pids]) => [name, measure(withDescendants(pids, all))]));
}
