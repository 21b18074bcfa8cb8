import { isDatabaseAway } from '@inlet/db/faults';
import type { AcceptedSubmission } from '@inlet/submissions/batch';

/** The content of one job. */
export interface Batch {
  readonly jobId: string;
  /** The lane whose queue had the job. */
  readonly lane: number;
  readonly submissions: readonly AcceptedSubmission[];
}

interface Waiting {
  readonly batch: Batch;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What is still to be done for a batch that is stored. The next group does not wait for it. */
export type Rest = (batch: Batch) => Promise<void>;

/**
 * Joins batches into groups, because each statement and commit costs PostgreSQL time, however few rows it has. A single
 * batch starts at once; batches that arrive while a group is being stored start together when it ends. Concurrent
 * groups update the same counters and wait for each other, so only a full group starts beside another one. A batch that
 * is larger than a group is stored alone. A group may have batches of several lanes.
 */
export function joinBatches(
  store: (batches: readonly Batch[]) => Promise<Rest>,
  { groupsAtOnce, submissionsMax }: { readonly groupsAtOnce: number; readonly submissionsMax: number },
): (batch: Batch) => Promise<void> {
  const waiting: Waiting[] = [];
  let underWay = 0;

  function storeNext(): void {
    const isWhole = countSubmissions(waiting) >= submissionsMax;
    if (waiting.length === 0 || underWay === groupsAtOnce || (underWay > 0 && !isWhole)) return;
    underWay += 1;
    void storeGroup(takeGroup()).then(() => {
      underWay -= 1;
      storeNext();
    });
  }

  function takeGroup(): Waiting[] {
    let size = 1;
    while (size < waiting.length && countSubmissions(waiting.slice(0, size + 1)) <= submissionsMax) size += 1;
    return waiting.splice(0, size);
  }

  async function storeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const rest = await store(group.map(({ batch }) => batch));
      for (const { batch, resolve, reject } of group) void rest(batch).then(resolve, reject);
    } catch (error) {
      if (group.length === 1 || isDatabaseAway(error)) for (const { reject } of group) reject(error);
      // A failing batch must not take the others with it.
      else for (const one of group) await storeGroup([one]);
    }
  }

  return (batch) =>
    new Promise((resolve, reject) => {
      waiting.push({ batch, resolve, reject });
      storeNext();
    });
}

function countSubmissions(group: readonly Waiting[]): number {
  return group.reduce((sum, { batch }) => sum + batch.submissions.length, 0);
}
