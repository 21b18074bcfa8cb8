import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormChanges } from '#features/submissions/api/form-changes.ts';
import { countsKey, totalKey } from '#features/submissions/api/submission-keys.ts';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { type Filter, isSorted } from '#features/submissions/filter.ts';
import { createLiveFeed, type FeedState, type LiveFeed } from '#features/submissions/live-feed.ts';
import { followStream } from '#lib/follow-stream.ts';
import { parseJson } from '#lib/parse-json.ts';
import { useApi } from '#lib/services.tsx';

interface LiveSubmissions {
  readonly formId: string;
  readonly filter: Filter;
  readonly list: Pick<ReturnType<typeof useSubmissionList>, 'current' | 'change' | 'readPage' | 'query'>;
  /** While rows are held, new submissions wait. */
  readonly isHeld: boolean;
  readonly isAtTop: () => boolean;
}

const nothingYet: FeedState = { waiting: 0, arrivals: 0 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Follows the stored submissions of a form and adds them to the list. */
export function useLiveSubmissions({ formId, filter, list, isHeld, isAtTop }: LiveSubmissions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const changes = useFormChanges(formId);
  const [state, setState] = useState(nothingYet);
  const [isInterrupted, setIsInterrupted] = useState(false);
  const feed = useRef<LiveFeed | null>(null);
  const { current, change, readPage } = list;
  const isLoaded = list.query.isSuccess && !list.query.isPlaceholderData;
  /** A submission has arrived that the list does not have yet. */
  const hasNews = useRef(false);

  const lookForNews = useCallback(() => {
    // In another order new rows have no known position.
    if (!hasNews.current || !feed.current || isSorted(filter) || !current()) return;
    hasNews.current = false;
    void feed.current.look();
  }, [filter, current]);
  const onNews = useRef(lookForNews);
  const mayInsert = useEffectEvent(() => !isHeld && isAtTop());

  useEffect(() => {
    const own = createLiveFeed({
      readNewest: () => readPage(null),
      currentList: current,
      changeList: change,
      mayInsert: () => mayInsert(),
      onState: setState,
      nowMs: () => performance.now(),
      pause,
    });
    feed.current = own;
    setState(nothingYet);
    return () => own.close();
  }, [current, change, readPage]);

  useEffect(() => {
    onNews.current = lookForNews;
    if (isLoaded) lookForNews();
  }, [isLoaded, lookForNews]);

  useEffect(() => {
    let isFirst = true;
    const key = totalKey(formId, 'inbox');
    return followStream({
      open: (options) =>
        api.open('followSubmissions', { path: { id: formId }, ...options, accept: 'text/event-stream' }),
      onOpen: () => setIsInterrupted(false),
      onEvent: ({ name, data }) => {
        const stored = name === 'changed' ? readTotal(data) : null;
        if (stored === null) return;
        const total = Math.max(0, stored + changes.waitingIn('inbox'));
        // The first event comes at once. It usually repeats what the list has just read.
        const isKnown = isFirst && queryClient.getQueryData(key) === total;
        isFirst = false;
        if (isKnown) return;
        queryClient.setQueryData(key, total);
        void queryClient.invalidateQueries({ queryKey: countsKey(formId) });
        hasNews.current = true;
        onNews.current();
      },
      onInterrupted: () => setIsInterrupted(true),
    });
  }, [api, changes, formId, queryClient]);

  const showWaiting = useCallback(() => void feed.current?.showWaiting(), []);
  const isNew = useCallback((id: string) => feed.current?.isNew(id) ?? false, []);
  // Submissions that waited while a row was open are shown when it closes, if the reader is still at the top.
  useEffect(() => {
    if (!isHeld && mayInsert()) showWaiting();
  }, [isHeld, showWaiting]);

  return { ...state, isInterrupted, showWaiting, isNew };
}

function readTotal(text: string | null): number | null {
  try {
    return (parseJson(text ?? 'null') as { readonly total: number } | null)?.total ?? null;
  } catch {
    return null;
  }
}
