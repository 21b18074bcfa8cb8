import type { Admission, Intake, IntakeBatch, QuotaRequest } from '@inlet/queue/intake';
import { packBatch } from '@inlet/submissions/batch';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { DirectIntake } from '#paths/direct-intake.ts';
import { redisTimeoutMs } from '#paths/path-switch.ts';
import { TwoPaths } from '#paths/two-paths.ts';

const request: QuotaRequest = {
  userId: 'user',
  month: '2026-11',
  wanted: { submissions: 1, bytes: 10 },
  limits: { submissions: 10, bytes: 100 },
};
const batch: IntakeBatch = { id: 'the id', requests: [request], claims: [], batch: packBatch([]) };
const admission = (by: string, submissions = 1): Admission => ({
  isQueued: submissions > 0,
  capacities: [{ fits: { submissions, bytes: 10 }, isCounted: true }],
  reused: [],
  ...{ by },
});
/** The response of the direct path. */
const stored = (submissions = 1, isFlushed = true) => ({ ...admission('direct', submissions), isFlushed });
const soon = <Answer extends Admission>(ms: number, answer: Answer) =>
  new Promise<Answer>((resolve) => setTimeout(resolve, ms, answer));

const queue = { admit: vi.fn<Intake['admit']>() };
const direct = { admit: vi.fn<DirectIntake['admit']>() };
const state = { isAway: false, isFull: false, hasUnflushed: false };
const path = {
  isAway: () => state.isAway,
  isFull: () => state.isFull,
  leaveQueue: () => {
    state.isAway = true;
  },
  noteDirect: () => {
    state.hasUnflushed = true;
  },
  hasUnflushed: () => state.hasUnflushed,
  isDirect: () => state.isAway || state.isFull || state.hasUnflushed,
  close: async () => undefined,
};
const paths = new TwoPaths({ queue, direct, path });

/** Admits the batch, and lets as much time pass as that takes. */
async function admit(): Promise<Admission> {
  const [[settled]] = await Promise.all([Promise.allSettled([paths.admit(batch)]), vi.runAllTimersAsync()]);
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

// Only `admit` moves the clock, so that neither times nor the order of responses depend on the machine.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  vi.resetAllMocks();
  Object.assign(state, { isAway: false, isFull: false, hasUnflushed: false });
  queue.admit.mockImplementation(async () => admission('queue'));
  direct.admit.mockImplementation(async () => stored());
});

it('a batch goes through the queue while Redis can be used', async () => {
  expect(await admit()).toEqual(admission('queue'));
  expect(direct.admit).not.toHaveBeenCalled();
});

it('a batch that Redis refuses goes directly under the same id, and the next one goes there at once', async () => {
  queue.admit.mockRejectedValue(new Error('READONLY'));
  expect(await admit()).toEqual(stored());
  expect(direct.admit).toHaveBeenCalledWith(batch);
  await admit();
  expect(queue.admit).toHaveBeenCalledTimes(1);
});

it('a batch that Redis keeps waiting goes directly before a visitor notices', async () => {
  queue.admit.mockImplementation(() => new Promise(() => undefined));
  const startMs = performance.now();
  expect(await admit()).toEqual(stored());
  expect(performance.now() - startMs).toBeLessThan(2 * redisTimeoutMs);
});

it('an answer that comes late is as good where the direct path fails or is slower', async () => {
  queue.admit.mockImplementation(() => soon(400, admission('queue')));
  direct.admit.mockRejectedValue(new Error('the worker is away'));
  expect(await admit()).toEqual(admission('queue'));
  expect(queue.admit).toHaveBeenCalledTimes(1);
  state.isAway = false;
  direct.admit.mockImplementation(() => new Promise(() => undefined));
  expect(await admit()).toEqual(admission('queue'));
});

it('nothing is refused on one path that the other one is about to store', async () => {
  queue.admit.mockImplementation(() => soon(200, admission('queue')));
  direct.admit.mockImplementation(async () => stored(0));
  expect(await admit()).toEqual(admission('queue'));
  state.isAway = false;
  queue.admit.mockImplementation(() => soon(400, { ...admission('queue'), isQueued: false, reused: [0] }));
  direct.admit.mockImplementation(() => soon(350, stored()));
  expect(await admit()).toEqual(stored());
});

it('what one path has no room for is refused only when the other one has said the same, without a long wait', async () => {
  queue.admit.mockImplementation(() => new Promise(() => undefined));
  direct.admit.mockImplementation(async () => stored(0));
  expect(await admit()).toEqual({ ...stored(0), mayBeStored: true });
  state.isAway = false;
  queue.admit.mockImplementation(() => soon(200, admission('queue', 0)));
  expect(await admit()).toEqual({ ...stored(0), mayBeStored: false });
  state.isAway = false;
  queue.admit.mockRejectedValue(new Error('Connection is closed'));
  expect(await admit()).toMatchObject({ mayBeStored: true });
  expect((await admit()).mayBeStored).toBeUndefined();
});

it('what was stored directly, and Redis was not told of, keeps batches on that path', async () => {
  state.isFull = true;
  direct.admit.mockImplementation(async () => stored());
  await admit();
  state.isFull = false;
  expect(await admit()).toEqual(admission('queue'));
  state.isFull = true;
  direct.admit.mockImplementation(async () => stored(1, false));
  await admit();
  state.isFull = false;
  expect(await admit()).toEqual(stored(1, false));
});

it('the queue, which lacks what was stored directly, is not asked until it knows', async () => {
  Object.assign(state, { isAway: true, hasUnflushed: true });
  direct.admit.mockImplementation(() => soon(300, stored()));
  expect(await admit()).toEqual(stored());
  expect(queue.admit).not.toHaveBeenCalled();
  direct.admit.mockRejectedValue(new Error('the worker is away'));
  await expect(admit()).rejects.toThrow('the worker is away');
  expect(queue.admit).not.toHaveBeenCalled();
  Object.assign(state, { isAway: false });
  await expect(admit()).rejects.toThrow('the worker is away');
  state.hasUnflushed = false;
  expect(await admit()).toEqual(admission('queue'));
});

it('Redis is asked after all where the direct path fails, unless it is full, and once at most', async () => {
  direct.admit.mockRejectedValue(new Error('the worker is away'));
  state.isAway = true;
  expect(await admit()).toEqual(admission('queue'));
  state.isFull = true;
  await expect(admit()).rejects.toThrow('the worker is away');
  expect(queue.admit).toHaveBeenCalledTimes(1);
  Object.assign(state, { isAway: false, isFull: false, hasUnflushed: false });
  queue.admit.mockRejectedValue(new Error('READONLY'));
  await expect(admit()).rejects.toThrow('All promises were rejected');
  expect(queue.admit).toHaveBeenCalledTimes(2);
});
