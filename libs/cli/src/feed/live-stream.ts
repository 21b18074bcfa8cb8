import { type Api, brokenOff } from '#connection/api.ts';

/** The stream has a heartbeat every 15 seconds. */
const silenceMaxMs = 40_000;
/** A process that was stopped, or a machine that slept, finds its clock this far ahead. */
const sleptMs = 10_000;
const lookEveryMs = 1_000;

export interface LiveStreamOptions {
  readonly signal: AbortSignal;
  /** Called when the stream opens, for each of its events and for each heartbeat. */
  readonly onNews: () => void;
}

/**
 * Reads the live stream of a form until it ends. A connection that is silent for too long, or from before a sleep of
 * the machine, may be dead without anybody knowing, so it ends here.
 */
export async function readLiveStream(api: Api, formId: string, { signal, onNews }: LiveStreamOptions): Promise<void> {
  const watch = watchClock();
  const either = AbortSignal.any([signal, watch.signal]);
  const isOver = () => either.aborted;
  try {
    const stream = await api.open('followSubmissions', {
      path: { id: formId },
      accept: 'text/event-stream',
      signal: either,
    });
    for await (const _ of stream.body ?? []) {
      watch.hear();
      onNews();
    }
  } catch (error) {
    if (!isOver()) throw brokenOff(error);
  } finally {
    watch.stop();
  }
}

/** Aborts its signal after a silence, or when the clock shows that the process has slept. */
function watchClock() {
  const dead = new AbortController();
  let heardAt = Date.now();
  let lookedAt = heardAt;
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - lookedAt > sleptMs || now - heardAt > silenceMaxMs) dead.abort();
    lookedAt = now;
  }, lookEveryMs);
  return {
    signal: dead.signal,
    hear: () => {
      heardAt = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}
