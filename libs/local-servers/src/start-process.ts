import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { compileCache } from '#config.ts';
import { guardServer } from '#server-guard.ts';
import { waitUntil } from '#wait-until.ts';

export interface ProcessSpec {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** An address that returns 200 once the process can work, or another check. */
  readonly ready: string | (() => Promise<boolean>);
}

export interface ProcessOptions {
  /**
   * Receives each line that the process prints; without it, only errors are shown, on this process's own error output.
   */
  readonly onLine?: (line: string) => void;
  readonly readyTimeoutMs?: number;
  /** The timeout for ending before it is killed. */
  readonly stopTimeoutMs?: number;
  /** A separate process group: a terminal's Ctrl-C does not reach it, and its children end with it. */
  readonly detached?: boolean;
}

export interface StartedProcess {
  readonly pid: number;
  /** Rejects if the process ends before it can work. */
  readonly ready: Promise<void>;
  /** Settles with how it ended, such as `exit code 1` or `SIGKILL`. */
  readonly exited: Promise<string>;
  readonly isRunning: () => boolean;
  /** Ends the process, waits for it, and returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

const probeTimeoutMs = 2_000;

/**
 * Starts a program that ends with this process. Tests and local starts run every process of the product with this
 * function.
 */
export function startProcess(spec: ProcessSpec, options: ProcessOptions = {}): StartedProcess {
  const { name, program, args, env, cwd, ready } = spec;
  const { onLine, readyTimeoutMs = 120_000, stopTimeoutMs = 60_000, detached = false } = options;
  const output = onLine ? 'pipe' : undefined;
  const child = spawn(program, args, {
    cwd,
    env: { ...compileCache(), ...env },
    detached,
    stdio: ['ignore', output ?? 'ignore', output ?? 'inherit'],
  });
  if (onLine)
    for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', onLine);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  void exited.then(guardServer({ pid: child.pid, signal: 'SIGTERM' }));
  let failure: Error | undefined;
  void exited.then((how) => {
    failure = new Error(`${name} did not start (${how})`);
  });
  const isReady = typeof ready === 'string' ? () => answers(ready) : ready;
  const check = async () => {
    if (failure) throw failure;
    return isReady();
  };
  const what = `${name} to be ready`;
  const readiness = waitUntil(check, { timeoutMs: readyTimeoutMs, intervalMs: 50, what }).then(() => undefined);
  // The result is not awaited if the process is stopped while it starts.
  readiness.catch(() => undefined);
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (!isRunning()) return child.exitCode;
    const kill = () => (detached && child.pid ? process.kill(-child.pid, 'SIGKILL') : child.kill('SIGKILL'));
    const timer = setTimeout(kill, stopTimeoutMs);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(timer);
    return child.exitCode;
  };
  return { pid: child.pid ?? 0, ready: readiness, exited, isRunning, stop };
}

// This avoids `fetch`, which creates a new connection pool after each failed attempt, and every start has dozens.
function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const request = get(url, { agent: false, signal }, (response) => {
      response.destroy();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}
