import type { Logger } from '#logger.ts';

/** The order in which a process ends: each phase begins when the one before it is over. */
export const closePhases = ['stop intake', 'finish work', 'flush', 'disconnect'] as const;
export type ClosePhase = (typeof closePhases)[number];

export interface Lifecycle {
  /** Registers how a resource ends; called on the line after it was opened. */
  readonly onClose: (phase: ClosePhase, name: string, close: () => unknown) => void;
  /** True from the first moment of closing: readiness says no, answers ask for no further request. */
  readonly isClosing: () => boolean;
  /** Runs the phases once and answers the exit code: 0, or 1 when something failed or the deadline passed. */
  readonly close: (reason: string) => Promise<0 | 1>;
}

export interface LifecycleOptions {
  readonly logger: Logger;
  readonly deadlineMs: number;
}

interface Closing {
  readonly phase: ClosePhase;
  readonly name: string;
  readonly close: () => unknown;
}

/** Keeps what was opened and closes it in phases under one deadline. */
export function createLifecycle({ logger, deadlineMs }: LifecycleOptions): Lifecycle {
  const closings: Closing[] = [];
  let closed: Promise<0 | 1> | undefined;

  async function runPhases(): Promise<0 | 1> {
    let code: 0 | 1 = 0;
    for (const phase of closePhases) {
      // What was opened last closes first: it may rest on what was opened before it.
      const inPhase = closings.filter((closing) => closing.phase === phase).reverse();
      const results = await Promise.allSettled(inPhase.map(async ({ close }) => close()));
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        code = 1;
        logger.error({ err: result.reason, resource: inPhase[index]?.name, phase }, 'closing failed');
      }
    }
    return code;
  }

  return {
    onClose: (phase, name, close) => closings.push({ phase, name, close }),
    isClosing: () => closed !== undefined,
    close: (reason) => {
      closed ??= (async () => {
        logger.info({ reason }, 'closing');
        const code = await Promise.race([runPhases(), deadline(deadlineMs)]);
        if (code === 'late') logger.error({ deadlineMs }, 'closing took too long');
        return code === 'late' ? 1 : code;
      })();
      return closed;
    },
  };
}

function deadline(ms: number): Promise<'late'> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('late'), ms).unref();
  });
}
