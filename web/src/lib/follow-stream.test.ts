import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followStream, idleTimeoutMs, reconnectBaseMs, reconnectMaxMs } from '#lib/follow-stream.ts';

let leave: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  leave?.();
  vi.restoreAllMocks();
});

it('comes back behind the last event after the stream broke off', async () => {
  const { places, events, streams, opened } = follow();
  await pass(0);
  streams[0]?.say('id: 5-0\ndata: first\n\n');
  await pass(0);
  streams[0]?.end();
  await pass(2 * reconnectBaseMs);
  expect(places).toEqual([null, '5-0']);
  expect(opened).toEqual([false, true]);
  streams[1]?.say('id: 6-0\ndata: second\n\n');
  await pass(0);
  expect(events).toEqual(['first', 'second']);
});

it('waits longer each time that it is refused, and says that it is interrupted', async () => {
  const { places, interruptions } = follow({ isAway: true });
  await pass(60_000);
  expect(places.length).toBeGreaterThan(4);
  expect(places.length).toBeLessThan(12);
  expect(interruptions()).toBe(places.length);
});

it('comes back soon from a healthy stream, however long it was away before', async () => {
  const away = { isAway: true };
  const { places, streams } = follow(away);
  await pass(60_000);
  away.isAway = false;
  await pass(reconnectMaxMs);
  const attempts = places.length;
  streams[0]?.end();
  await pass(2 * reconnectBaseMs);
  expect(places).toHaveLength(attempts + 1);
});

it('takes a stream that says nothing for a dead one', async () => {
  const { places } = follow();
  await pass(idleTimeoutMs + 2 * reconnectBaseMs);
  expect(places).toHaveLength(2);
});

it('disconnects while the page is hidden, and resumes after the last event', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const { places, streams, signals } = follow();
  await pass(0);
  streams[0]?.say('id: 5-0\n\n');
  await pass(0);
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(10 * idleTimeoutMs);
  expect(signals[0]?.aborted).toBe(true);
  expect(places).toEqual([null]);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(places).toEqual([null, '5-0']);
});

function follow(service = { isAway: false }) {
  const places: (string | null)[] = [];
  const events: (string | null)[] = [];
  const opened: boolean[] = [];
  const signals: AbortSignal[] = [];
  const streams: { say: (text: string) => void; end: () => void }[] = [];
  let interruptions = 0;
  leave = followStream({
    open: async ({ signal, lastEventId }) => {
      places.push(lastEventId);
      signals.push(signal);
      if (service.isAway) throw new TypeError('Failed to fetch');
      return new Response(streamOf(streams, signal));
    },
    onOpen: (isResumed) => opened.push(isResumed),
    onEvent: ({ data }) => events.push(data),
    onInterrupted: () => {
      interruptions += 1;
    },
  });
  return { places, events, opened, signals, streams, interruptions: () => interruptions };
}

function streamOf(streams: { say: (text: string) => void; end: () => void }[], signal: AbortSignal) {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
      streams.push({
        say: (text) => controller.enqueue(new TextEncoder().encode(text)),
        end: () => controller.close(),
      });
    },
  });
}

async function pass(durationMs: number) {
  await vi.advanceTimersByTimeAsync(durationMs);
}
