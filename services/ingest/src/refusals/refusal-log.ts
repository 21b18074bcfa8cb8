import type { Refusal } from '@inlet/contracts/refusals';
import type { RefusalNotes } from '@inlet/redis/refusals';
import { startBackgroundLoop } from '@inlet/service/background-loop';
import type { Logger } from '@inlet/service/logger';

export interface RefusalLog {
  readonly note: (formId: string, reason: string, origin: string | null) => void;
  /** Writes the refusals that are still collected. */
  readonly close: () => Promise<void>;
}

const intervalMs = 1_000;
const complaint = 'refusals: write failed';
/** Refusals of one form that are stored one by one in an interval; the others are only counted. */
const latestPerInterval = 20;
/** Forms in an interval: an attack on very many forms must not fill the memory. */
const formsPerInterval = 10_000;

interface Noted {
  readonly counts: Record<string, number>;
  readonly latest: Refusal[];
}

/** Collects refusals in memory and writes them once a second, so that a refusal stays cheaper than a submission. */
export function createRefusalLog(write: (notes: readonly RefusalNotes[]) => Promise<void>, logger: Logger): RefusalLog {
  let noted = new Map<string, Noted>();

  async function flush(): Promise<void> {
    if (noted.size === 0) return;
    const notes = [...noted].map(([formId, { counts, latest }]) => ({ formId, counts, latest }));
    noted = new Map();
    await write(notes);
  }

  const loop = startBackgroundLoop({ intervalMs, logger, complaint }, flush);

  return {
    note: (formId, reason, origin) => {
      const form = noted.get(formId) ?? { counts: {}, latest: [] };
      if (!noted.has(formId)) {
        if (noted.size === formsPerInterval) return;
        noted.set(formId, form);
      }
      form.counts[reason] = (form.counts[reason] ?? 0) + 1;
      if (form.latest.length < latestPerInterval) form.latest.push({ reason, at: new Date().toISOString(), origin });
    },
    close: async () => {
      await loop.close();
      await flush().catch((err) => logger.warn({ err }, complaint));
    },
  };
}
