import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';

export interface Background {
  /** Runs work that no response waits for, and whose failure no response reveals. */
  readonly run: (what: string, work: () => Promise<unknown>) => void;
  /** Resolves when no work is running. */
  readonly idle: () => Promise<void>;
}

/** Background work after responses: a response that waited for it would reveal by its duration what was done. */
export function createBackground({ lifecycle, logger }: { lifecycle: Lifecycle; logger: Logger }): Background {
  const underWay = new Set<Promise<void>>();

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }
  lifecycle.onClose('finish work', 'work behind the answers', idle);

  async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (err) {
      logger.error({ err, what }, 'background work: failed');
    }
  }

  return {
    idle,
    run: (what, work) => {
      const done = attempt(what, work).finally(() => underWay.delete(done));
      underWay.add(done);
    },
  };
}
