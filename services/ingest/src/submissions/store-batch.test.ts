import type { Intake, KeyClaim } from '@inlet/queue/intake';
import type { QuotaRequest } from '@inlet/redis/quota';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
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
  return { submission, limit, claim: null, requestId: 'request-1' };
}

/** Stands for Redis, the far side of the network: places that the test sets, and a queue that it reads. */
function createFarSide() {
  const left = new Map<string, number>();
  const queued: string[] = [];
  const digests = new Map<string, string>();
  const asked: string[] = [];
  const side = { left, queued, asked, fault: null as Error | null };
  const look = async (requests: readonly QuotaRequest[]) =>
    requests.map(({ userId, month, wanted }) => {
      const places = left.get(`${userId} ${month}`);
      return places === undefined ? null : Math.min(places, wanted);
    });
  const write = (requests: readonly QuotaRequest[]) =>
    requests.map(({ userId, month, wanted, limit }) => `${userId} ${month} ${wanted}/${limit}`).join(', ');
  const remember = ({ name, digest }: KeyClaim) => {
    if (!digests.has(name)) digests.set(name, digest);
    return digests.get(name) === digest;
  };
  const intake: Intake = {
    look: (requests) => {
      asked.push(`looked ${write(requests)}`);
      return look(requests);
    },
    admit: async (requests, claims, _id, batch) => {
      asked.push(write(requests));
      if (side.fault) throw side.fault;
      const room = await look(requests);
      const reused = claims.flatMap((claim, index) => (remember(claim) ? [] : [index]));
      if (reused.length > 0 || requests.some(({ wanted }, index) => room[index] !== wanted)) return { room, reused };
      for (const { userId, month, wanted } of requests) {
        left.set(`${userId} ${month}`, (left.get(`${userId} ${month}`) ?? 0) - wanted);
      }
      queued.push(...unpackBatch(batch).map(({ id }) => id));
      return { room, reused };
    },
  };
  return { side, store: createStoreBatch({ intake }) };
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
    expect(side.asked).toEqual(['user 2026-11 2/10, user 2026-12 1/10, other 2026-11 1/7']);
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
    expect(side.asked).toEqual(['user 2026-11 2/10', 'user 2026-11 1/10']);
  });

  it('asks before it sends while a month is full, and no longer once it has room', async () => {
    side.left.set('user 2026-11', 0).set('other 2026-11', 9);
    const both = [candidate('a'), candidate('b', { userId: 'other' })];
    expect(await store(both)).toEqual(['over limit', 'stored']);
    side.asked.length = 0;
    expect(await store(both)).toEqual(['over limit', 'stored']);
    expect(side.asked).toEqual(['looked user 2026-11 1/10, other 2026-11 1/10', 'other 2026-11 1/10']);
    side.left.set('user 2026-11', 9);
    await store(both);
    side.asked.length = 0;
    expect(await store(both)).toEqual(['stored', 'stored']);
    expect(side.asked).toEqual(['user 2026-11 1/10, other 2026-11 1/10']);
  });

  it('leaves out what reuses the key of another payload, and stores the others', async () => {
    side.left.set('user 2026-11', 2);
    const claimed = (id: string, digest: string) => ({ ...candidate(id), claim: { name: 'order-1', digest } });
    const outcomes = await store([claimed('a', 'first'), claimed('b', 'other'), candidate('c'), claimed('d', 'other')]);
    expect(outcomes).toEqual(['stored', 'key reused', 'stored', 'key reused']);
    expect(side.queued).toEqual(['a', 'c']);
  });

  it('fails when nobody can tell whether its batch was queued, and stores the next', async () => {
    side.left.set('user 2026-11', 9);
    side.fault = new Error('Command timed out');
    await expect(store([candidate('a')])).rejects.toThrow('Command timed out');
    side.fault = null;
    expect(await store([candidate('b')])).toEqual(['stored']);
  });
});
