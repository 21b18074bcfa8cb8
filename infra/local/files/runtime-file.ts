import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '#files/write-atomically.ts';

/** What `.data/runtime.json` says: where everything answers, and which process is which. */
export type Runtime = {
  urls: Record<'gateway' | 'ingest' | 'account' | 'worker', string> & Record<'mail' | 'stripe', string | null>;
  databaseUrl: string;
  redisUrl: string;
  pids: Record<string, number>;
};

const fileOf = (dataDir: string) => join(dataDir, 'runtime.json');

export function readRuntime(dataDir: string): Runtime | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Runtime;
  } catch {
    return undefined;
  }
}

/** Readable by its owner alone: the addresses hold the database's password. */
export function writeRuntime(dataDir: string, runtime: Runtime): void {
  writeAtomically(fileOf(dataDir), `${JSON.stringify(runtime, null, 2)}\n`, 0o600);
}

export function removeRuntime(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** Keeps the runtime file true while processes come and go. */
export function createPidTable(dataDir: string) {
  const pids: Runtime['pids'] = { supervisor: process.pid };
  let known: Omit<Runtime, 'pids'> | undefined;
  const write = () => {
    if (known) writeRuntime(dataDir, { ...known, pids });
  };
  return {
    /** Notes a process that was started, or started again under another pid. */
    note: (name: string, pid: number) => {
      pids[name] = pid;
      write();
    },
    /** Begins to keep the runtime file, once everything else that it says is known. */
    publish: (rest: Omit<Runtime, 'pids'>) => {
      known = rest;
      write();
    },
  };
}
