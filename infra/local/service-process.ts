import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { waitUntil } from '@inlet/testing/wait-until';
import { countEarlyDeaths, restartDelayMs } from '#backoff.ts';
import { lineForTerminal } from '#log-line.ts';

export type ServiceSpec = {
  name: string;
  program: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  readyUrl: string;
};

export type Surveillance = {
  log: Writable;
  say: (line: string) => void;
  /** Called with each new pid: at the start, and whenever the service was started again. */
  onStarted: (pid: number) => void;
  /** How long a service may take to end before it is killed. */
  stopTimeoutMs?: number;
};

export type ServiceProcess = { name: string; ready: Promise<void>; stop: () => Promise<void> };

const READY_TIMEOUT_MS = 60_000;
const READY_INTERVAL_MS = 50;
const PROBE_TIMEOUT_MS = 2_000;
const STOP_TIMEOUT_MS = 15_000;

/** Runs a service and starts it again whenever it dies, until it is stopped. */
export function superviseService(spec: ServiceSpec, surveillance: Surveillance): ServiceProcess {
  const { log, say, onStarted, stopTimeoutMs = STOP_TIMEOUT_MS } = surveillance;
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let earlyDeaths = 0;
  let isReady = false;
  let isStopping = false;
  let failure: Error | undefined;

  const start = () => {
    const startedAt = performance.now();
    const started = spawnService(spec);
    child = started;
    forwardLines(spec.name, started.stdout, { log, say });
    forwardLines(spec.name, started.stderr, { log, say });
    if (started.pid) onStarted(started.pid);
    let isOver = false;
    const over = (how: string) => {
      if (isOver) return;
      isOver = true;
      onDeath(how, performance.now() - startedAt);
    };
    started.once('error', (error) => over(error.message));
    started.once('exit', (code, signal) => over(signal ?? `exit code ${code}`));
  };

  const onDeath = (how: string, livedMs: number) => {
    if (isStopping) return;
    // What dies before it ever worked is wrongly set up; starting it again would only repeat that.
    if (!isReady) {
      failure = new Error(`${spec.name} did not start (${how}); see its lines above and in its log`);
      return;
    }
    const delayMs = restartDelayMs(earlyDeaths);
    earlyDeaths = countEarlyDeaths(earlyDeaths, livedMs);
    say(`${spec.name} ended (${how}); starting it again`);
    restart = setTimeout(start, delayMs);
  };

  const answersReady = async () => {
    if (failure) throw failure;
    isReady ||= await probe(spec.readyUrl);
    return isReady;
  };

  const stop = async () => {
    isStopping = true;
    clearTimeout(restart);
    if (child) await endChild(child, stopTimeoutMs);
  };

  start();
  const what = `${spec.name} to become ready at ${spec.readyUrl}`;
  const ready = waitUntil(answersReady, { timeoutMs: READY_TIMEOUT_MS, intervalMs: READY_INTERVAL_MS, what });
  return { name: spec.name, ready: ready.then(() => {}), stop };
}

// In a process group of its own: a terminal's Ctrl-C reaches the supervisor alone, which stops everything in order.
function spawnService({ program, args, cwd, env }: ServiceSpec) {
  return spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

function forwardLines(name: string, source: Readable, { log, say }: Pick<Surveillance, 'log' | 'say'>): void {
  createInterface({ input: source }).on('line', (line) => {
    log.write(`${line}\n`);
    const shown = lineForTerminal(name, line);
    if (shown) say(shown);
  });
}

async function probe(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

async function endChild(child: ChildProcess, timeoutMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // The whole group at the end: nothing that the service started may outlive it.
  const kill = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), timeoutMs);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(kill);
}
