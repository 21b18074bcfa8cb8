import type { AcceptedSubmission } from '@inlet/submissions/batch';

/** What one job brings. */
export interface Batch {
  readonly jobId: string;
  readonly submissions: readonly AcceptedSubmission[];
}

export interface JoinLimits {
  /** Groups that are under way at once. */
  readonly atOnce: number;
  /** Of a group; a batch with more is one by itself. */
  readonly submissions: number;
  readonly batches: number;
  /** Submissions of a group from which on the next one keeps the pace. */
  readonly busy: number;
  /** Time between the starts of two groups under load, and so much more for each submission of the first one. */
  readonly paceMs: number;
  readonly paceMsEach: number;
  /** Time after which a group no longer waits for the end of the one before it. */
  readonly patienceMs: number;
}

interface Waiting {
  readonly batch: Batch;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins the batches of several jobs into one group. PostgreSQL and the worker pay for each statement and each commit,
 * however few rows it has, and nobody waits for them: ingest has answered. So under load groups keep a pace and follow
 * one another, unless a whole one waits already. A batch that comes alone leaves at once.
 */
export function joinBatches(
  store: (batches: readonly Batch[]) => Promise<void>,
  limits: JoinLimits,
): (batch: Batch) => Promise<void> {
  let waiting: Waiting[] = [];
  let underWay = 0;
  let startMs = 0;
  let lastCount = 0;
  let rest: NodeJS.Timeout | undefined;

  const count = (group: readonly Waiting[]) => group.reduce((sum, { batch }) => sum + batch.submissions.length, 0);
  const isWhole = () => waiting.length >= limits.batches || count(waiting) >= limits.submissions;

  function take(): Waiting[] {
    let size = 1;
    while (size < Math.min(waiting.length, limits.batches) && count(waiting.slice(0, size + 1)) <= limits.submissions) {
      size += 1;
    }
    const group = waiting.slice(0, size);
    waiting = waiting.slice(size);
    return group;
  }

  function next(): void {
    clearTimeout(rest);
    if (waiting.length === 0 || underWay === limits.atOnce) return;
    const waitMs = underWay > 0 ? limits.patienceMs : limits.paceMs + limits.paceMsEach * lastCount;
    const restMs = startMs + waitMs - performance.now();
    if (lastCount >= limits.busy && restMs > 0 && !isWhole()) {
      rest = setTimeout(next, restMs);
      return;
    }
    const group = take();
    startMs = performance.now();
    lastCount = count(group);
    underWay += 1;
    void storeGroup(group).then(() => {
      underWay -= 1;
      next();
    });
    next();
  }

  async function storeGroup(group: readonly Waiting[]): Promise<void> {
    const [first] = group;
    try {
      await store(group.map(({ batch }) => batch));
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1) first?.reject(error);
      // The batch that is at fault takes no other one with it.
      else await Promise.all(group.map((one) => storeGroup([one])));
    }
  }

  return (batch) =>
    new Promise((resolve, reject) => {
      waiting.push({ batch, resolve, reject });
      next();
    });
}
