import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CliError } from '#cli-error.ts';
import { type Api, createApi } from '#connection/api.ts';
import { readLiveStream } from '#feed/live-stream.ts';

const heartbeat = new TextEncoder().encode(': heartbeat\n\n');

/** An installation whose stream the test writes; without an answer, the connection swallows everything. */
function openStream({ answers = true }: { readonly answers?: boolean } = {}) {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const open: Api['open'] = (_id, { signal }) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        reject(signal?.reason);
        source?.error(signal?.reason);
      };
      signal?.addEventListener('abort', abort);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          source = controller;
        },
      });
      if (answers) resolve(new Response(body));
    });
  const { signal, abort } = abortable();
  const onNews = vi.fn();
  const onEnd = vi.fn();
  const api = { ...createApi({ url: 'https://inlet.test', key: null }), open };
  const reading = readLiveStream(api, 'the form', { signal, onNews }).finally(onEnd);
  return {
    reading,
    onNews,
    onEnd,
    abort,
    beat: () => source?.enqueue(heartbeat),
    fail: () => source?.error(new Error('reset')),
  };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Lets time pass, and everything happen that is due. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('stays with a stream that has a heartbeat, for any time', async () => {
  const { reading, onNews, onEnd, beat, abort } = openStream();
  for (let beats = 1; beats <= 20; beats += 1) {
    beat();
    await expect.poll(() => onNews.mock.calls.length).toBe(beats);
    await pass(15_000);
  }
  expect(onEnd).not.toHaveBeenCalled();
  abort();
  await reading;
});

it.each([
  ['was open', true],
  ['never answered', false],
])('leaves a connection that swallows everything, and that %s, after 40 seconds', async (_what, answers) => {
  const { reading, onEnd } = openStream({ answers });
  await pass(40_000);
  expect(onEnd).not.toHaveBeenCalled();
  await pass(1_000);
  await reading;
});

it('leaves a connection from before a sleep of the machine, at its first look at the clock', async () => {
  const { reading, onEnd, onNews, beat } = openStream();
  beat();
  await expect.poll(() => onNews.mock.calls.length).toBe(1);
  await pass(5_000);
  // A busy machine is not a sleeping one.
  vi.setSystemTime(Date.now() + 8_000);
  await pass(1_000);
  expect(onEnd).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 11_000);
  await pass(1_000);
  await reading;
});

it('reports a connection that breaks', async () => {
  const { reading, fail } = openStream();
  await pass(0);
  fail();
  await expect(reading).rejects.toBeInstanceOf(CliError);
});
