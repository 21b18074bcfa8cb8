import type { Logger } from '@inlet/service/logger';

export interface Repeated {
  readonly kick: () => void;
  /** Waits for what is under way. */
  readonly stop: () => Promise<void>;
}

/**
 * Does some work now and again, never twice at once. The work answers after how many milliseconds it wants to be done
 * again, or null for never; a kick has it done at once, or once more when it is under way.
 */
export function repeat(work: (signal: AbortSignal) => Promise<number | null>): Repeated {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let isKicked = false;

  async function run(): Promise<void> {
    let pauseMs: number | null;
    do {
      isKicked = false;
      pauseMs = await work(signal);
    } while (isKicked && !signal.aborted);
    // In one step: a kick that came between would find it at work still, and be forgotten.
    working = undefined;
    if (pauseMs !== null && !signal.aborted) timer = setTimeout(kick, pauseMs);
  }

  function kick(): void {
    if (signal.aborted) return;
    isKicked = true;
    clearTimeout(timer);
    working ??= run();
  }

  return {
    kick,
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await working;
    },
  };
}

/** The same at a steady pace, for work whose failure is told and made good the next time. */
export function repeatEvery(
  ms: number,
  { logger, complaint }: { readonly logger: Logger; readonly complaint: string },
  work: (signal: AbortSignal) => Promise<void>,
): Repeated {
  return repeat(async (signal) => {
    await work(signal).catch((err: unknown) => logger.warn({ err }, complaint));
    return ms;
  });
}
