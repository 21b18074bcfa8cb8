import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '#files/write-atomically.ts';

/** The content of `.data/runtime.json`: the addresses of the product, and the pid of each process. */
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

/** Only its owner may read it: the addresses contain the database's password. */
export function writeRuntime(dataDir: string, runtime: Runtime): void {
  writeAtomically(fileOf(dataDir), `${JSON.stringify(runtime, null, 2)}\n`, 0o600);
}

export function removeRuntime(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** Updates the runtime file when processes start and end. */
export function createPidTable(dataDir: string) {
  const pids: Runtime['pids'] = { supervisor: process.pid };
  let known: Omit<Runtime, 'pids'> | undefined;
  const write = () => {
    if (known) writeRuntime(dataDir, { ...known, pids });
  };
  return {
    /** Records a process that was started or restarted with another pid. */
    note: (name: string, pid: number) => {
      pids[name] = pid;
      write();
    },
    /** Starts to update the runtime file once its other content is known. */
    publish: (rest: Omit<Runtime, 'pids'>) => {
      known = rest;
      write();
    },
  };
}
