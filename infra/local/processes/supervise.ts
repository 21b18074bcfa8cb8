import { setTimeout as pause } from 'node:timers/promises';

/** A supervised process: a process of the product, or one of its servers. */
export interface Running {
  readonly pid: number;
  /** Settles when it ends, with its exit if known. */
  readonly exited: Promise<unknown>;
  readonly ready?: Promise<void>;
  readonly stop: () => Promise<unknown>;
}

interface Options {
  readonly say?: (line: string) => void;
  /** Called with each new pid: at the start, and after every restart. */
  readonly onStarted: (pid: number) => void;
}

/** Keeps a process running: restarts it whenever it ends, until it is stopped. */
export function supervise(name: string, start: () => Promise<Running>, { say = console.log, onStarted }: Options) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const launch = async () => {
    const running = await start();
    if (running.pid) onStarted(running.pid);
    return running;
  };
  let current = launch();
  const keep = async () => {
    for (let earlyDeaths = 0; !signal.aborted; current = launch()) {
      const startedAt = performance.now();
      const end = await current.then(
        ({ exited }) => exited.then((how) => `ended${how ? ` (${how})` : ''}`),
        (error: Error) => `did not start again (${error.message})`,
      );
      if (signal.aborted) return;
      say(`${name} ${end}; starting it again`);
      await pause(restartDelayMs(earlyDeaths), undefined, { signal });
      earlyDeaths = countEarlyDeaths(earlyDeaths, performance.now() - startedAt);
    }
  };
  // Fails if the first start fails: a process that never worked is misconfigured, and another start would fail as well.
  const ready = current.then((first) => first.ready);
  ready.then(keep).catch(() => undefined);
  const stop = async () => {
    stopping.abort();
    await current.then((running) => running.stop()).catch(() => undefined);
  };
  return { ready, stop };
}

/** A service that has lived this long is healthy; its next death counts as the first. */
export const HEALTHY_AFTER_MS = 10_000;

const DELAYS_MS = [0, 250, 500, 1_000, 2_000, 5_000] as const;
const LONGEST_DELAY_MS = 5_000;

/** The pause before a restart, given the number of early deaths so far. */
export function restartDelayMs(earlyDeathsBefore: number): number {
  return DELAYS_MS[earlyDeathsBefore] ?? LONGEST_DELAY_MS;
}

/** The number of early deaths after another death. */
export function countEarlyDeaths(before: number, livedMs: number): number {
  return livedMs >= HEALTHY_AFTER_MS ? 0 : before + 1;
}
