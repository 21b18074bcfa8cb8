/** A process as its line in /proc says: whose child it is, and the processor time of it and of its ended children. */
export type ProcStat = { pid: number; parent: number; cpuSeconds: number; endedChildrenSeconds: number };

/** Linux counts processor time in hundredths of a second for all readers of /proc; its own clock does not matter. */
const TICKS_PER_SECOND = 100;

// Counted from behind the name, which stands in parentheses and may hold spaces and parentheses itself.
const PARENT = 1;
const OWN = [11, 12] as const;
const CHILDREN = [13, 14] as const;

/** Reads a line of /proc/<pid>/stat. */
export function parseProcStat(line: string): ProcStat {
  const end = line.lastIndexOf(')');
  const fields = line.slice(end + 2).split(' ');
  const numberAt = (index: number) => {
    const value = Number(fields[index]);
    if (end === -1 || fields[index] === undefined || !Number.isFinite(value)) {
      throw new Error(`Not a line of /proc/<pid>/stat: ${line}`);
    }
    return value;
  };
  const secondsOf = (indexes: readonly number[]) =>
    indexes.reduce((ticks, index) => ticks + numberAt(index), 0) / TICKS_PER_SECOND;
  return {
    pid: Number.parseInt(line, 10),
    parent: numberAt(PARENT),
    cpuSeconds: secondsOf(OWN),
    endedChildrenSeconds: secondsOf(CHILDREN),
  };
}
