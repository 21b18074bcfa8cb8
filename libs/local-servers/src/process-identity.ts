import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { waitUntil } from '#wait-until.ts';

/** Redis ignores a termination signal while it writes its first file, so the signal is repeated. */
const SIGNAL_AGAIN_MS = 1_000;

/** The command line of a running process, or undefined: pids are reused, so a pid alone does not identify a process. */
export function commandLine(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  if (process.platform !== 'linux') return commandLineFromPs(pid);
  try {
    // A zombie's command line is empty; it holds no resources, so it counts as gone.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The working directory of a running process, if the system reports it (Linux). */
export function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Ends a process and waits until it is gone; after the timeout it is killed. */
export async function endProcess(pid: number, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  if (!sendSignal(pid, signal)) return;
  let signalledAtMs = performance.now();
  const gone = () => {
    if (commandLine(pid) === undefined) return true;
    if (performance.now() - signalledAtMs > SIGNAL_AGAIN_MS) {
      sendSignal(pid, signal);
      signalledAtMs = performance.now();
    }
    return false;
  };
  try {
    await waitUntil(gone, { timeoutMs });
  } catch {
    sendSignal(pid, 'SIGKILL');
    await waitUntil(gone, { timeoutMs: 5_000, what: `process ${pid} to end` });
  }
}

/** Sends a signal, or only checks with 0; returns false if there is no such process. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

function commandLineFromPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
