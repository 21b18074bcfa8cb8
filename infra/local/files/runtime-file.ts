import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '#files/write-atomically.ts';

/** What `.data/runtime.json` says: where everything answers, and which process is which. */
export type Runtime = {
  urls: {
    gateway: string;
    ingest: string;
    account: string;
    worker: string;
    mail: string | null;
    stripe: string | null;
  };
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
