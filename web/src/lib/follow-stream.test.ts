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

it('comes back after the stream broke off', async () => {
  const { events, streams, opens } = follow();
  await pass(0);
  streams[0]?.say('data: first\n\n');
  await pass(0);
  streams[0]?.end();
  await pass(2 * reconnectBaseMs);
  expect(opens()).toBe(2);
  streams[1]?.say('data: second\n\n');
  await pass(0);
  expect(events).toEqual(['first', 'second']);
});

it('waits longer each time that it is refused, and says that it is interrupted', async () => {
  const { attempts, interruptions } = follow({ isAway: true });
  await pass(60_000);
  expect(attempts()).toBeGreaterThan(4);
  expect(attempts()).toBeLessThan(12);
  expect(interruptions()).toBe(attempts());
});

it('comes back soon from a healthy stream, however long it was away before', async () => {
  const away = { isAway: true };
  const { attempts, streams } = follow(away);
  await pass(60_000);
  away.isAway = false;
  await pass(reconnectMaxMs);
  const before = attempts();
  streams[0]?.end();
  await pass(2 * reconnectBaseMs);
  expect(attempts()).toBe(before + 1);
});

it('takes a stream that says nothing for a dead one', async () => {
  const { attempts } = follow();
  await pass(idleTimeoutMs + 2 * reconnectBaseMs);
  expect(attempts()).toBe(2);
});

it('disconnects while the page is hidden, and opens the stream again when it is seen', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const { attempts, signals } = follow();
  await pass(0);
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(10 * idleTimeoutMs);
  expect(signals[0]?.aborted).toBe(true);
  expect(attempts()).toBe(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(attempts()).toBe(2);
});

function follow(service = { isAway: false }) {
  let [attempts, opens] = [0, 0];
  const events: (string | null)[] = [];
  const signals: AbortSignal[] = [];
  const streams: { say: (text: string) => void; end: () => void }[] = [];
  let interruptions = 0;
  leave = followStream({
    open: async ({ signal }) => {
      attempts += 1;
      signals.push(signal);
      if (service.isAway) throw new TypeError('Failed to fetch');
      return new Response(streamOf(streams, signal));
    },
    onOpen: () => {
      opens += 1;
    },
    onEvent: ({ data }) => events.push(data),
    onInterrupted: () => {
      interruptions += 1;
    },
  });
  return { attempts: () => attempts, opens: () => opens, events, signals, streams, interruptions: () => interruptions };
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
