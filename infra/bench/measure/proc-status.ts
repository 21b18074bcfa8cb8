/** What a process holds in memory, in megabytes of 2^20 bytes. */
export type ProcStatus = {
  /** The most that it ever held, including memory shared with other processes. */
  peakMb: number;
  /** Memory that it shares with other processes now: shared memory and mapped files. */
  sharedMb: number;
};

const KB_PER_MB = 1_024;

/** Reads /proc/<pid>/status; a process that is ending has no memory any more. */
export function parseProcStatus(text: string): ProcStatus {
  const mbOf = (name: string) => {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text);
    return Number(found?.[1] ?? 0) / KB_PER_MB;
  };
  return { peakMb: mbOf('VmHWM'), sharedMb: mbOf('RssShmem') + mbOf('RssFile') };
}

/** The peak of several processes that belong together: what they share counts once, as large as the largest sees it. */
export function peakOfAll(statuses: readonly ProcStatus[]): number {
  const own = statuses.reduce((sum, { peakMb, sharedMb }) => sum + peakMb - sharedMb, 0);
  return own + Math.max(0, ...statuses.map(({ sharedMb }) => sharedMb));
}
