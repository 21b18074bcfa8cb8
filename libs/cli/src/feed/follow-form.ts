import type { Change } from '@inlet/contracts/changes';
import { CliError } from '#cli-error.ts';
import { type Api, brokenOff } from '#connection/api.ts';
import { readLiveStream } from '#feed/live-stream.ts';
import { type Page, readPage } from '#feed/read-page.ts';
import { createNews, pauseAfter } from '#feed/signals.ts';

export interface Following {
  readonly api: Api;
  readonly formId: string;
  /** Where to begin: a cursor, a time in ISO 8601, or `now`. */
  readonly after: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** The stream is open and the cursor is known: from here on no change is missed. */
  readonly onReady: () => void;
  /** The connection is lost, and the first attempt to connect again failed. */
  readonly onLost: (reason: string) => void;
  readonly onBack: () => void;
  /**
   * Takes one change. The next one comes when the promise has resolved. The signal is aborted too when nothing more can
   * come, as after the form is deleted.
   */
  readonly take: (change: Change, signal: AbortSignal) => Promise<void>;
}

/**
 * Hands over the changes of a form, each once and in their order, until the signal is aborted; returns the cursor
 * behind the last one. The live stream only says that there is something, and the change feed says what. So a
 * connection may break at any moment: the feed continues at the cursor.
 */
export async function followForm({ api, formId, after, onReady, take, ...following }: Following): Promise<string> {
  const { signal } = following;
  const news = createNews();
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  let cursor = after;

  async function takeAll(page: Page): Promise<boolean> {
    for (const change of page.changes) {
      await take(change, either);
      cursor = change.cursor;
      signal.throwIfAborted();
    }
    cursor = page.cursor;
    return page.isComplete;
  }
  const read = () => retry(() => readPage(api, { formId, after: cursor, signal: either }), either);

  async function work(): Promise<void> {
    await news.next(either);
    const first = await read();
    onReady();
    let isComplete = await takeAll(first);
    for (;;) {
      while (!isComplete) isComplete = await takeAll(await read());
      await news.next(either);
      isComplete = false;
    }
  }

  const stream = keepStream({ ...following, api, formId, signal: either, onNews: news.tell });
  const works = work();
  try {
    await Promise.race([stream, works]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    ended.abort();
    await Promise.allSettled([stream, works]);
  }
  return cursor;
}

interface KeptStream extends Pick<Following, 'api' | 'formId' | 'signal' | 'onLost' | 'onBack'> {
  readonly onNews: () => void;
}

/** Keeps the live stream open. It throws if the first attempt fails, or if a later one can never succeed. */
async function keepStream({ api, formId, signal, onNews, onLost, onBack }: KeptStream): Promise<never> {
  let hasOpened = false;
  let failures = 0;
  let lost = false;
  const onStreamNews = () => {
    if (lost) onBack();
    [hasOpened, failures, lost] = [true, 0, false];
    onNews();
  };
  for (;;) {
    const end = await endOf(readLiveStream(api, formId, { signal, onNews: onStreamNews }));
    signal.throwIfAborted();
    if (!hasOpened || !isPassing(end)) throw end;
    // A restart of the service ends the stream, and the next attempt succeeds: nobody needs to know.
    if (failures > 0 && !lost) onLost(end.message);
    lost ||= failures > 0;
    failures += 1;
    await pauseAfter(failures, signal, { atLeastMs: end.retryAfterMs });
  }
}

/** Why a stream is over. One that simply ended is like one that broke off. */
async function endOf(reading: Promise<void>): Promise<unknown> {
  try {
    await reading;
    return brokenOff(new Error('the stream has ended'));
  } catch (error) {
    return error;
  }
}

async function retry<Result>(attempt: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      await pauseAfter(failures, signal, { atLeastMs: error.retryAfterMs });
    }
  }
}

/** Whether the same request may succeed later. */
function isPassing(error: unknown): error is CliError {
  return error instanceof CliError && error.retryAfterMs !== undefined;
}
