import type { InboxCounts } from '@inlet/contracts/inbox-state';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changesKey } from '#features/submissions/api/submission-keys.ts';
import type { Folder } from '#features/submissions/filter.ts';
import { type Change, differenceIn } from '#features/submissions/pending-change.ts';

/** The changes of one form's submissions that the service may not have yet. */
export interface FormChanges {
  /** Notes which change waits until it is sent or undone. */
  readonly keepWaiting: (change: Change | null) => void;
  /** The number of rows by which the waiting change has moved a folder's total, which the service does not know yet. */
  readonly waitingIn: (folder: Folder) => number;
  /**
   * Sends a change of submissions after all earlier changes to the same ones: two connections might deliver them in the
   * other order. Without ids it waits for none.
   */
  readonly sendInOrder: <Answer>(ids: readonly string[], send: () => Promise<Answer>) => Promise<Answer>;
  /** True if the service has every change that was sent. */
  readonly isSettled: () => boolean;
  /** Resolves once every change of now has reached the service, or was refused. */
  readonly settled: () => Promise<void>;
  /**
   * Reads rows or counts while no change is under way: the answer to a read that overlaps a change may be older than it.
   * The read waits for the changes before it, and is repeated if another one began meanwhile.
   */
  readonly readBetween: <Answer>(read: () => Promise<Answer>) => Promise<Answer>;
  /** Reads counts in the same way, and adds what the waiting change has moved. */
  readonly count: (read: () => Promise<InboxCounts>) => Promise<InboxCounts>;
}

interface SentChange {
  readonly ids: ReadonlySet<string>;
  readonly settled: Promise<unknown>;
}

/** Pauses between reads of what somebody changes again and again. */
const pauseMs = 250;
const pauseMaxMs = 2_000;

export function createFormChanges(): FormChanges {
  const underWay = new Set<SentChange>();
  let begun = 0;
  let waiting: Change | null = null;

  const isSettled = () => underWay.size === 0;
  async function settled(): Promise<void> {
    await Promise.all([...underWay].map((change) => change.settled));
  }

  const waitingIn = (folder: Folder) => (waiting === null ? 0 : differenceIn(folder, waiting));

  async function readBetween<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      await settled();
      const begunBefore = begun;
      const answer = await read();
      if (begun === begunBefore && isSettled()) return answer;
      if (tries > 1) await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMaxMs, pauseMs * tries)));
    }
  }

  return {
    keepWaiting: (change) => {
      waiting = change;
    },
    waitingIn,
    sendInOrder: (ids, send) => {
      const before = [...underWay].filter((earlier) => ids.some((id) => earlier.ids.has(id)));
      const sent = before.length === 0 ? send() : Promise.all(before.map((change) => change.settled)).then(send);
      const end = () => underWay.delete(change);
      const change: SentChange = { ids: new Set(ids), settled: sent.then(end, end) };
      underWay.add(change);
      begun += 1;
      return sent;
    },
    isSettled,
    settled,
    readBetween,
    count: async (read) => {
      const counts = await readBetween(read);
      // Somebody else may have removed the same rows.
      const withWaiting = (count: number, folder: Folder) => Math.max(0, count + waitingIn(folder));
      return { ...counts, inbox: withWaiting(counts.inbox, 'inbox'), spam: withWaiting(counts.spam, 'spam') };
    },
  };
}

/** The changes of a form, as long as the person is signed in. */
export function formChangesOf(queryClient: QueryClient, formId: string): FormChanges {
  const queryKey = changesKey(formId);
  const known = queryClient.getQueryData<FormChanges>(queryKey);
  if (known) return known;
  const changes = createFormChanges();
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(queryKey, changes);
  return changes;
}

export function useFormChanges(formId: string): FormChanges {
  const queryClient = useQueryClient();
  return useMemo(() => formChangesOf(queryClient, formId), [queryClient, formId]);
}
