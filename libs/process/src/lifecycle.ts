import type { Logger } from '#logger.ts';

/** The order in which a process closes: each phase starts after the previous one. */
export const closePhases = ['stop intake', 'finish work', 'flush', 'disconnect'] as const;
export type ClosePhase = (typeof closePhases)[number];

export interface Lifecycle {
  /** Registers how a resource is closed; called on the line after it was opened. */
  readonly onClose: (phase: ClosePhase, name: string, close: () => unknown) => void;
  /** True as soon as closing starts: readiness fails, and responses close their connections. */
  readonly isClosing: () => boolean;
  /** Runs the phases once and resolves to the exit code: 0, or 1 after a failure or the deadline. */
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

/** Closes resources in phases under one deadline. */
export function createLifecycle({ logger, deadlineMs }: LifecycleOptions): Lifecycle {
  const closings: Closing[] = [];
  let closed: Promise<0 | 1> | undefined;

  async function runPhases(): Promise<0 | 1> {
    let code: 0 | 1 = 0;
    for (const phase of closePhases) {
      // The last opened closes first, one at a time: it may depend on the earlier ones.
      for (const { name, close } of closings.filter((closing) => closing.phase === phase).reverse()) {
        try {
          await close();
        } catch (err) {
          code = 1;
          logger.error({ err, resource: name, phase }, 'service: closing failed');
        }
      }
    }
    return code;
  }

  async function closeAll(reason: string): Promise<0 | 1> {
    logger.info({ reason }, 'service: closing');
    const code = await within(deadlineMs, runPhases());
    if (code === 'late') logger.error({ deadlineMs }, 'service: closing took too long');
    return code === 'late' ? 1 : code;
  }

  return {
    onClose: (phase, name, close) => closings.push({ phase, name, close }),
    isClosing: () => closed !== undefined,
    close: (reason) => {
      // Closing starts in a later microtask, so the first resource to close already sees that the process is closing.
      closed ??= Promise.resolve(reason).then(closeAll);
      return closed;
    },
  };
}

/**
 * The timer keeps the process alive: otherwise a close that never settles would end the process as if it had succeeded.
 */
function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), ms);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
