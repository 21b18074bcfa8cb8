import type { StoredBatch } from '@inlet/redis/stored-stream';
import { beginning } from '@inlet/redis/stored-stream-reader';
import type { StreamPosition } from '#inbox/live/event-id.ts';

/** What a batch stored of a form, without the first ones that a listener has had already. */
export interface Missed {
  readonly position: string;
  readonly ids: readonly string[] | null;
  readonly sent: number;
}

export interface RecentBatches {
  /** Forgets everything and begins with these. */
  readonly begin: (batches: readonly StoredBatch[]) => void;
  readonly add: (batch: StoredBatch) => void;
  /** The position of the last one. */
  readonly last: () => string;
  /** A form's events after a position, or null if they are no longer in memory. */
  readonly since: (formId: string, lastSeen: StreamPosition) => Missed[] | null;
}

interface Numbered extends Omit<Missed, 'sent'> {
  readonly number: number;
}

/** As many as Redis keeps. */
const batchesMax = 2_000;
/** Ids that all of them may name, at some 100 bytes each: 10 MB. */
const idsMax = 100_000;

/**
 * The newest announcements by form, so that thousands of listeners who come back at once cost Redis nothing. It is
 * the same stream that every process follows, so a listener may come back to another one.
 */
export function createRecentBatches(): RecentBatches {
  const numberOf = new Map<string, number>();
  const ofForm = new Map<string, Numbered[]>();
  let kept: StoredBatch[] = [];
  let idCount = 0;
  let nextNumber = 0;
  /** All that came behind this position is known. */
  let horizon: string | null = null;

  function add(batch: StoredBatch): void {
    const number = nextNumber++;
    kept.push(batch);
    numberOf.set(batch.position, number);
    for (const { formId, ids } of batch.forms) {
      const list = ofForm.get(formId);
      const item = { number, position: batch.position, ids };
      if (list) list.push(item);
      else ofForm.set(formId, [item]);
    }
    idCount += idsIn(batch);
    while (kept.length > batchesMax || (idCount > idsMax && kept.length > 1)) forgetOldest();
  }

  function forgetOldest(): void {
    const oldest = kept.shift();
    if (!oldest) return;
    numberOf.delete(oldest.position);
    for (const { formId } of oldest.forms) {
      const list = ofForm.get(formId);
      list?.shift();
      if (list?.length === 0) ofForm.delete(formId);
    }
    idCount -= idsIn(oldest);
    horizon = oldest.position;
  }

  return {
    begin: (batches) => {
      numberOf.clear();
      ofForm.clear();
      kept = [];
      idCount = 0;
      horizon = batches.length === 0 ? beginning : null;
      for (const batch of batches) add(batch);
    },
    add,
    last: () => kept.at(-1)?.position ?? beginning,
    since: (formId, { position, sent }) => {
      // Of a batch that is forgotten nobody knows the rest.
      const number = numberOf.get(position) ?? (position === horizon && sent === null ? -1 : null);
      if (number === null) return null;
      return (ofForm.get(formId) ?? [])
        .filter((item) => item.number > number || (item.number === number && sent !== null))
        .map((item) => ({ position: item.position, ids: item.ids, sent: item.number === number ? (sent ?? 0) : 0 }));
    },
  };
}

function idsIn({ forms }: StoredBatch): number {
  return forms.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0);
}
