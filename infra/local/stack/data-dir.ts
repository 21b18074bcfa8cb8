import { accessSync, constants, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, endProcess } from '@inlet/local-servers/process-identity';
import { readRuntime, removeRuntime } from '#files/runtime-file.ts';
import { tryLock } from '#install/process-lock.mjs';
import { programFiles } from '#stack/services.ts';

/** The programs that may hold a data folder: a command of ours, but not a service that got a dead command's pid. */
const commands = /infra\/(?:local|ops|bench)\/[\w-]+\.ts/;
const END_TIMEOUT_MS = 15_000;

/** Claims the data folder for this process alone, and returns the function that releases it. */
export function claimDataDir(dataDir: string): () => void {
  makeDataDir(dataDir);
  const file = join(dataDir, 'supervisor.pid');
  if (!tryLock(file)) {
    const isHeld = isRunning(Number.parseInt(readFileSync(file, 'utf8'), 10), commands);
    // The holder was killed.
    if (!isHeld) rmSync(file, { force: true });
    if (isHeld || !tryLock(file)) throw new Error(alreadyRunning(dataDir));
  }
  return () => rmSync(file, { force: true });
}

/** Ends the services of a start that was killed; the next start takes over its servers and ends them. */
export async function endLeftovers(dataDir: string): Promise<void> {
  const pids = readRuntime(dataDir)?.pids ?? {};
  const ended = Object.entries(programFiles).map(async ([name, file]) => {
    const pid = pids[name];
    if (pid && isRunning(pid, file)) await endProcess(pid, 'SIGTERM', END_TIMEOUT_MS);
  });
  await Promise.all(ended);
  removeRuntime(dataDir);
}

/** True for a running process with this file: a pid alone may belong to another process by now. */
function isRunning(pid: number, file: string | RegExp): boolean {
  return pid !== process.pid && (commandLine(pid)?.search(file) ?? -1) >= 0;
}

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${dataDir} cannot be used (${reason}); set INLET_DATA_DIR to another.`);
  }
}

function alreadyRunning(dataDir: string): string {
  const url = readRuntime(dataDir)?.urls.gateway;
  const where = url ? `: ${url}` : ' and is still starting.';
  return `Inlet already runs with the data in ${dataDir}${where}`;
}
