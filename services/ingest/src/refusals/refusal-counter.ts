import { randomUUID } from 'node:crypto';
import type { Refusal } from '@inlet/contracts/refusals';
import { startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { RefusalNotes } from '@inlet/redis/refusals';

export type RefusalCounter = ReturnType<typeof createRefusalCounter>;

const intervalMs = 1_000;
const complaint = 'refusals: write failed';
/** Refusals of a form that are stored individually in an interval; the others are only counted. */
const latestPerInterval = 20;
/**
 * Forms that are collected at once, however long Redis is away: an attack on very many forms must not fill the memory.
 */
const formsMax = 10_000;
/** Forms in one write, which takes Redis a few milliseconds. */
const formsPerWrite = 200;

interface Noted {
  readonly counts: Record<string, number>;
  readonly latest: Refusal[];
}

type Write = (notes: readonly RefusalNotes[], id: string) => Promise<void>;

/**
 * Collects refusals in memory and writes them once a second, so that a refusal stays cheaper than a submission. If the
 * outcome of a write is unknown, it is repeated under the same id.
 */
export function createRefusalCounter(write: Write, logger: Logger) {
  let noted = new Map<string, Noted>();
  const writes: { readonly id: string; readonly notes: readonly RefusalNotes[] }[] = [];

  async function repeatWrites(): Promise<void> {
    for (; writes[0]; writes.shift()) await write(writes[0].notes, writes[0].id);
  }

  async function flush(): Promise<void> {
    await repeatWrites();
    const notes = [...noted].map(([formId, form]) => ({ formId, ...form }));
    noted = new Map();
    while (notes.length > 0) writes.push({ id: randomUUID(), notes: notes.splice(0, formsPerWrite) });
    await repeatWrites();
  }

  const loop = startBackgroundLoop({ intervalMs, logger, complaint }, flush);

  return {
    note: (formId: string, reason: string, origin: string | null): void => {
      const form = noted.get(formId) ?? { counts: {}, latest: [] };
      if (!noted.has(formId)) {
        if (noted.size === formsMax) return;
        noted.set(formId, form);
      }
      form.counts[reason] = (form.counts[reason] ?? 0) + 1;
      const kept = form.latest.push({ reason, at: new Date().toISOString(), origin });
      if (kept > latestPerInterval) form.latest.shift();
    },
    /** Writes the remaining refusals, if Redis accepts them now. */
    close: async (): Promise<void> => {
      await loop.close();
      await flush().catch((err) => logger.warn({ err }, complaint));
    },
  };
}
