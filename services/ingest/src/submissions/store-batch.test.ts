import { type AcceptedSubmission, type SubmissionBatch, unpackBatch } from '@inlet/contracts/submission-batch';
import type { Quota } from '@inlet/queue/quota';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Candidate } from '#submissions/batcher.ts';
import { createStoreBatch } from '#submissions/store-batch.ts';

const november = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
const december = november + 1;

function candidate(id: string, overrides: Partial<AcceptedSubmission> = {}, limit = 10): Candidate {
  const submission = {
    id,
    formId: 'form',
    userId: 'user',
    receivedAtMs: november,
    json: '{}',
    origin: null,
    userAgent: null,
    isSpam: false,
    subject: null,
    replyTo: null,
    ...overrides,
  };
  return { submission, limit, canRepeat: false };
}

/** Stands for Redis, the far side of the network: counts that the test sets, and a queue that it reads. */
function createFarSide() {
  const left = new Map<string, number>();
  const forgotten: string[] = [];
  const queued: string[] = [];
  const asked: string[] = [];
  const side = { left, forgotten, queued, asked, fault: null as Error | null };
  const quota: Quota = {
    reserve: async (requests) =>
      requests.map(({ userId, month, wanted, limit }) => {
        asked.push(`${userId} ${month} ${wanted}/${limit}`);
        const places = left.get(`${userId} ${month}`);
        return places === undefined ? null : Math.min(places, wanted);
      }),
    isReserved: async () => false,
    load: async () => true,
    forget: async (userId, month) => {
      forgotten.push(`${userId} ${month}`);
    },
    giveBack: async () => undefined,
    settle: () => undefined,
    forgetLost: async () => 0,
  };
  const producer = {
    add: async (_name: string, _id: string, payload: unknown) => {
      if (side.fault) throw side.fault;
      queued.push(...unpackBatch(payload as SubmissionBatch).map(({ id }) => id));
    },
  };
  return { side, store: createStoreBatch({ quota, producer }) };
}

describe('storing a batch', () => {
  let side: ReturnType<typeof createFarSide>['side'];
  let store: ReturnType<typeof createFarSide>['store'];
  beforeEach(() => {
    ({ side, store } = createFarSide());
  });

  it('asks once for each account and month', async () => {
    side.left.set('user 2026-11', 9).set('user 2026-12', 9).set('other 2026-11', 9);
    await store([
      candidate('a'),
      candidate('b'),
      candidate('c', { receivedAtMs: december }),
      candidate('d', { userId: 'other' }, 7),
    ]);
    expect(side.asked).toEqual(['user 2026-11 2/10', 'user 2026-12 1/10', 'other 2026-11 1/7']);
    expect(side.queued).toEqual(['a', 'b', 'c', 'd']);
  });

  it('serves first who came first, and tells the others', async () => {
    side.left.set('user 2026-11', 2).set('other 2026-11', 9);
    const outcomes = await store([candidate('a'), candidate('b', { userId: 'other' }), candidate('c'), candidate('d')]);
    expect(outcomes).toEqual(['stored', 'stored', 'stored', 'over limit']);
    expect(side.queued).toEqual(['a', 'b', 'c']);
  });

  it('queues nothing when nothing fits', async () => {
    side.left.set('user 2026-11', 0);
    expect(await store([candidate('a')])).toEqual(['over limit']);
    expect(side.queued).toEqual([]);
  });

  it('says so when an account is not known, and stores the others', async () => {
    side.left.set('other 2026-11', 9);
    expect(await store([candidate('a'), candidate('b', { userId: 'other' })])).toEqual(['count unknown', 'stored']);
  });

  it('stores spam without a place in the month', async () => {
    side.left.set('user 2026-11', 1);
    const outcomes = await store([candidate('spam', { isSpam: true }), candidate('a'), candidate('b')]);
    expect(outcomes).toEqual(['stored', 'stored', 'over limit']);
    expect(side.asked).toEqual(['user 2026-11 2/10']);
  });

  it('has an account counted anew when nobody knows whether its batch was queued', async () => {
    side.left.set('user 2026-11', 9).set('other 2026-11', 9);
    side.fault = new Error('Command timed out');
    await expect(store([candidate('a')])).rejects.toThrow('Command timed out');
    expect(side.forgotten).toEqual([]);
    side.fault = null;
    await store([candidate('b', { userId: 'other' })]);
    expect(side.forgotten).toEqual(['user 2026-11']);
    await store([candidate('c')]);
    expect(side.forgotten).toEqual(['user 2026-11']);
  });
});
