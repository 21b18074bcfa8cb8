import { setTimeout as pause } from 'node:timers/promises';
import { countEarlyDeaths, restartDelayMs } from '#processes/backoff.ts';

/** What is supervised: a process of the product, or one of its servers. */
export interface Running {
  readonly pid: number;
  /** Settles when it ends, perhaps with the way in which it ended. */
  readonly exited: Promise<unknown>;
  readonly ready?: Promise<void>;
  readonly stop: () => Promise<unknown>;
}

interface Options {
  readonly say: (line: string) => void;
  /** Called with each new pid: at the start, and after every restart. */
  readonly onStarted: (pid: number) => void;
}

export interface Supervised {
  /** Fails when the first start fails: what never worked is wrongly set up, and another start would only repeat that. */
  readonly ready: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Keeps something running: starts it again whenever it ends, until it is stopped. */
export function supervise(name: string, start: () => Promise<Running>, { say, onStarted }: Options): Supervised {
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
  const ready = current.then((first) => first.ready);
  ready.then(keep).catch(() => undefined);
  const stop = async () => {
    stopping.abort();
    await current.then((running) => running.stop()).catch(() => undefined);
  };
  return { ready, stop };
}
