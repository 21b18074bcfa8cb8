import { type Runtime, writeRuntime } from '#files/runtime-file.ts';

export type PidTable = {
  /** Notes a process that was started, or started again under another pid. */
  note: (name: string, pid: number) => void;
  /** Begins to keep the runtime file, once everything else that it says is known. */
  publish: (rest: Omit<Runtime, 'pids'>) => void;
};

/** Keeps the runtime file true while processes come and go. */
export function createPidTable(dataDir: string): PidTable {
  const pids: Record<string, number> = { supervisor: process.pid };
  let known: Omit<Runtime, 'pids'> | undefined;
  const write = () => {
    if (known) writeRuntime(dataDir, { ...known, pids });
  };
  return {
    note: (name, pid) => {
      pids[name] = pid;
      write();
    },
    publish: (rest) => {
      known = rest;
      write();
    },
  };
}
