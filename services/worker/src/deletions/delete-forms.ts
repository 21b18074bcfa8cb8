import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@inlet/service/logger';
import type { Pool } from 'pg';
import { removeSome } from '#deletions/remove-deleted.ts';

export interface FormDeletions {
  /** Begins nothing any more, and waits for the step under way. */
  readonly close: () => Promise<void>;
}

export interface FormDeletionOptions {
  readonly pool: Pool;
  readonly logger: Logger;
}

/** How often a worker looks whether a form was deleted, and tries again what had to wait. */
const lookIntervalMs = 2_000;
/** Between two steps nothing is done for so many times as long as the last one took: storing comes first. */
const restFactor = 3;

/** Removes the submissions of deleted forms in the background, a piece at a time. Several workers share the work. */
export function startFormDeletions({ pool, logger }: FormDeletionOptions): FormDeletions {
  const closing = new AbortController();
  const { signal } = closing;

  async function removeAll(): Promise<void> {
    const waiting: string[] = [];
    while (!signal.aborted) {
      const startMs = performance.now();
      const step = await removeSome(pool, waiting);
      if (step === null) return;
      if (step.outcome === 'wait') waiting.push(step.formId);
      if (step.outcome === 'done') logger.info({ formId: step.formId }, 'a deleted form is removed');
      await rest(restFactor * (performance.now() - startMs));
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await removeAll().catch((err: unknown) => logger.warn({ err }, 'deleted forms could not be removed'));
      await rest(lookIntervalMs);
    }
  }

  /** The closing ends every pause at once. */
  async function rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }

  const running = run();
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
