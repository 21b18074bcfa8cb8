import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Processes by a group's name, each with all of its descendants. */
export type ProcessGroups = Readonly<Record<string, readonly number[]>>;

/** A process as its line in /proc describes it: its parent, and the processor time of it and of its ended children. */
type ProcStat = { pid: number; parent: number; cpuSeconds: number; endedChildrenSeconds: number };

/** The memory of a process, in megabytes of 2^20 bytes. */
type ProcStatus = {
  /** The peak, including memory that it shares with other processes. */
  peakMb: number;
  /** Memory that it shares with other processes now: shared memory and mapped files. */
  sharedMb: number;
};

/**
 * Linux counts processor time in hundredths of a second for all readers of /proc, whatever the frequency of its own
 * clock.
 */
const TICKS_PER_SECOND = 100;
const KB_PER_MB = 1_024;

/** Processor seconds of each group since its processes started, including ended children. */
export function cpuSecondsOf(groups: ProcessGroups): Record<string, number> {
  return ofEach(groups, (tree) => tree.reduce((sum, stat) => sum + stat.cpuSeconds + stat.endedChildrenSeconds, 0));
}

/** Peak memory of each group in megabytes. */
export function peakMemoryOf(groups: ProcessGroups): Record<string, number> {
  return ofEach(groups, (tree) =>
    peakOfAll(tree.map(({ pid }) => parseProcStatus(readIfThere(`/proc/${pid}/status`)))),
  );
}

/** Linux restarts the peak from here on. */
export function forgetPeaks(groups: ProcessGroups): void {
  for (const pid of Object.values(groups).flat()) writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Processor seconds of this process's children that have ended. */
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

/** Reads a line of /proc/<pid>/stat. */
export function parseProcStat(line: string): ProcStat {
  // The name is in parentheses and may itself contain spaces and parentheses; the state follows.
  const [, pid, rest] = /^(\d+) \(.*\) \S (.*)/s.exec(line) ?? [];
  if (rest === undefined) throw new Error(`Not a line of /proc/<pid>/stat: ${line}`);
  const fields = rest.split(' ').map(Number);
  // Times come in pairs: of the program, and of the system on its behalf.
  const secondsAt = (index: number) => ((fields[index] ?? 0) + (fields[index + 1] ?? 0)) / TICKS_PER_SECOND;
  return { pid: Number(pid), parent: fields[0] ?? 0, cpuSeconds: secondsAt(10), endedChildrenSeconds: secondsAt(12) };
}

/** Reads /proc/<pid>/status; a process that is ending has no memory any more. */
export function parseProcStatus(text: string): ProcStatus {
  const mbOf = (name: string) => {
    // safe because: the kernel writes the text, and a name is a word
    const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text);
    return Number(found?.[1] ?? 0) / KB_PER_MB;
  };
  return { peakMb: mbOf('VmHWM'), sharedMb: mbOf('RssShmem') + mbOf('RssFile') };
}

/** The peak of several related processes: shared memory counts once, as large as the largest process reports it. */
export function peakOfAll(statuses: readonly ProcStatus[]): number {
  const own = statuses.reduce((sum, { peakMb, sharedMb }) => sum + peakMb - sharedMb, 0);
  return own + Math.max(0, ...statuses.map(({ sharedMb }) => sharedMb));
}
