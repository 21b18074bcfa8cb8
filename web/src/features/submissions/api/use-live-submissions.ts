import type { Submission } from '@inlet/contracts/submissions';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { totalKey } from '#features/submissions/api/submission-keys.ts';
import { useAddUnread } from '#features/submissions/api/use-counts.ts';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { type Filter, isSorted, matches } from '#features/submissions/filter.ts';
import { createLiveFeed, type FeedState, type LiveFeed } from '#features/submissions/live-feed.ts';
import type { PendingChange } from '#features/submissions/pending-change.ts';
import { followStream } from '#lib/follow-stream.ts';
import { parseJson } from '#lib/parse-json.ts';
import { useApi } from '#lib/services.tsx';

interface LiveSubmissions {
  readonly formId: string;
  readonly filter: Filter;
  readonly list: Pick<ReturnType<typeof useSubmissionList>, 'current' | 'change' | 'readPage' | 'query'>;
  readonly isGone: PendingChange['isGone'];
  readonly isAtTop: () => boolean;
}

const nothingYet: FeedState = { waiting: 0, arrivals: 0 };

/** Follows the stored submissions of a form and adds them to the list. */
export function useLiveSubmissions({ formId, filter, list, isGone, isAtTop }: LiveSubmissions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const addUnread = useAddUnread(formId);
  const [state, setState] = useState(nothingYet);
  const [isInterrupted, setIsInterrupted] = useState(false);
  const feed = useRef<LiveFeed | null>(null);
  const hasGap = useRef(false);
  const isInOtherOrder = useRef(false);
  useEffect(() => {
    isInOtherOrder.current = isSorted(filter);
  }, [filter]);
  const { current, change, readPage } = list;
  const isLoaded = list.query.isSuccess && !list.query.isPlaceholderData;

  useEffect(() => {
    const own = createLiveFeed({
      readNewest: () => readPage(null),
      currentList: current,
      changeList: change,
      isWanted: (submission) => matches(filter, submission) && !isGone(submission),
      isAtTop,
      addToTotal: (count) => {
        addUnread(count);
        queryClient.setQueryData<number>(totalKey(formId, 'inbox'), (total) =>
          total === undefined ? total : total + count,
        );
      },
      onState: setState,
      nextFrame: (work) => void requestAnimationFrame(work),
      nowMs: () => performance.now(),
    });
    feed.current = own;
    setState(nothingYet);
    return () => own.close();
  }, [formId, filter, current, change, readPage, isGone, isAtTop, queryClient, addUnread]);

  const closeGap = useCallback(() => {
    // New ones have no place that is known in another order.
    if (!hasGap.current || feed.current === null || isInOtherOrder.current) return;
    hasGap.current = false;
    void feed.current.catchUp();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: for every list anew, which its reading stands for
  useEffect(() => {
    if (!isLoaded) return;
    closeGap();
    feed.current?.wake();
  }, [isLoaded, readPage, closeGap]);

  useEffect(() => {
    const lookAgain = () => {
      hasGap.current = true;
      // Without a list there is no gap yet; it is closed when the list is loaded.
      if (feed.current?.hasList()) closeGap();
    };
    return followStream({
      open: (options) =>
        api.open('followSubmissions', { path: { id: formId }, ...options, accept: 'text/event-stream' }),
      onOpen: (isResumed) => {
        setIsInterrupted(false);
        // The stream has no events for submissions stored between the first read of the list and now.
        if (!isResumed) lookAgain();
      },
      onEvent: ({ name, data }) => {
        if (name === 'reset') lookAgain();
        const submission = name === 'submission' ? readEvent(data) : null;
        if (submission) feed.current?.receive(submission);
      },
      onInterrupted: () => setIsInterrupted(true),
    });
  }, [api, formId, closeGap]);

  return { ...state, isInterrupted, feed };
}

function readEvent(text: string | null): Submission | null {
  try {
    return parseJson(text ?? 'null') as Submission | null;
  } catch {
    return null;
  }
}
