import type { Intake, KeyClaim, QuotaRequest, QuotaRoom } from '@inlet/queue/intake';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Candidate } from '#submissions/batcher.ts';
import { createStoreBatch } from '#submissions/store-batch.ts';

const november = Date.UTC(2026, 10, 30, 23, 59, 59);
const december = november + 1_000;

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
  return { submission, limits: { submissions: limit, bytes: 1_000 }, claim: null, requestId: 'request-1' };
}

interface Left {
  submissions: number;
  bytes: number;
  /** The database may have more. */
  mayGrow: boolean;
}

/** Stands for Redis, the far side of the network: balances that the test sets, and a queue that it reads. */
function createFarSide() {
  const balances = new Map<string, Left>();
  const queued: string[] = [];
  const digests = new Map<string, string>();
  const asked: string[] = [];
  const ahead: string[] = [];
  /** When each of a batch was received, of every batch that came. */
  const times: number[][] = [];
  const side = {
    queued,
    asked,
    times,
    ahead,
    fault: null as Error | null,
    leave: (name: string, submissions: number, { bytes = 1_000, mayGrow = false } = {}) => {
      balances.set(name, { submissions, bytes, mayGrow });
      return side;
    },
  };
  const look = async (requests: readonly QuotaRequest[]) =>
    requests.map(({ userId, month, wanted }): QuotaRoom => {
      const left = balances.get(`${userId} ${month}`) ?? { submissions: 0, bytes: 0, mayGrow: true };
      const fits = {
        submissions: Math.min(left.submissions, wanted.submissions),
        bytes: Math.min(left.bytes, wanted.bytes),
      };
      const isShort = {
        submissions: left.mayGrow && fits.submissions < wanted.submissions,
        bytes: left.mayGrow && fits.bytes < wanted.bytes,
      };
      return { fits, isShort, isLow: left.mayGrow && left.submissions < 5 };
    });
  const write = (requests: readonly QuotaRequest[]) =>
    requests
      .map(
        ({ userId, month, wanted, limits }) =>
          `${userId} ${month} ${wanted.submissions}/${limits.submissions} ${wanted.bytes}`,
      )
      .join(', ');
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
      times.push(unpackBatch(batch).map(({ receivedAtMs }) => receivedAtMs));
      if (side.fault) throw side.fault;
      const rooms = await look(requests);
      const reused = claims.flatMap((claim, index) => (remember(claim) ? [] : [index]));
      const fitsAll = requests.every(({ wanted }, index) => {
        const fits = rooms[index]?.fits;
        return fits?.submissions === wanted.submissions && fits.bytes === wanted.bytes;
      });
      if (reused.length > 0 || !fitsAll) return { rooms, reused };
      for (const { userId, month, wanted } of requests) {
        const left = balances.get(`${userId} ${month}`);
        if (!left) continue;
        left.submissions -= wanted.submissions;
        left.bytes -= wanted.bytes;
      }
      queued.push(...unpackBatch(batch).map(({ id }) => id));
      return { rooms, reused };
    },
  };
  const askAhead = (userId: string, month: string) => void ahead.push(`${userId} ${month}`);
  return { side, store: createStoreBatch({ intake, askAhead }) };
}

describe('storing a batch', () => {
  let side: ReturnType<typeof createFarSide>['side'];
  let store: ReturnType<typeof createFarSide>['store'];
  beforeEach(() => {
    ({ side, store } = createFarSide());
  });

  it('asks once for each account and month', async () => {
    side.leave('user 2026-11', 9).leave('user 2026-12', 9).leave('other 2026-11', 9);
    await store([
      candidate('a'),
      candidate('b'),
      candidate('c', { receivedAtMs: december }),
      candidate('d', { userId: 'other' }, 7),
    ]);
    expect(side.asked).toEqual(['user 2026-11 2/10 4, user 2026-12 1/10 2, other 2026-11 1/7 2']);
    expect(side.queued).toEqual(['a', 'b', 'c', 'd']);
  });

  it('serves first who came first, and tells the others', async () => {
    side.leave('user 2026-11', 2).leave('other 2026-11', 9);
    const outcomes = await store([candidate('a'), candidate('b', { userId: 'other' }), candidate('c'), candidate('d')]);
    expect(outcomes).toEqual(['stored', 'stored', 'stored', 'over limit']);
    expect(side.queued).toEqual(['a', 'b', 'c']);
  });

  it('queues nothing when nothing fits', async () => {
    side.leave('user 2026-11', 0);
    expect(await store([candidate('a')])).toEqual(['over limit']);
    expect(side.queued).toEqual([]);
  });

  it('says so when Redis has too little of a quota, and stores the others', async () => {
    side.leave('other 2026-11', 9);
    expect(await store([candidate('a'), candidate('b', { userId: 'other' })])).toEqual(['short', 'stored']);
  });

  it('gives a new time to all that it sends again, as what came first may be queued yet', async () => {
    side.leave('user 2026-11', 2, { mayGrow: true });
    const [a, b, c] = [candidate('a'), candidate('b', { receivedAtMs: november + 5 }), candidate('c')];
    expect(await store([a, b, c])).toEqual(['stored', 'stored', 'short']);
    side.leave('user 2026-11', 1);
    expect(await store([c])).toEqual(['stored']);
    expect(side.times).toEqual([[november, november + 5, november], [november + 1, november + 6], [november + 1]]);
  });

  it('stores spam without a place in the month, for its bytes alone', async () => {
    side.leave('user 2026-11', 1);
    const outcomes = await store([candidate('spam', { isSpam: true }), candidate('a'), candidate('b')]);
    expect(outcomes).toEqual(['stored', 'stored', 'over limit']);
    expect(side.asked).toEqual(['user 2026-11 2/10 6', 'user 2026-11 1/10 4']);
  });

  it('refuses what is too large for the bytes that are left, spam too, and stores what is smaller', async () => {
    side.leave('user 2026-11', 9, { bytes: 10 });
    const large = { json: '{"a":"é"}' };
    const outcomes = await store([
      candidate('a', large),
      candidate('b', large),
      candidate('spam', { ...large, isSpam: true }),
      candidate('c', { json: '' }),
    ]);
    expect(outcomes).toEqual(['stored', 'over bytes', 'over bytes', 'stored']);
    expect(side.queued).toEqual(['a', 'c']);
  });

  it('refuses for good what is full, while of another resource there may be more', async () => {
    side.leave('user 2026-11', 1, { bytes: 2, mayGrow: true }).leave('other 2026-11', 1, { bytes: 2 });
    const outcomes = await store([candidate('a'), candidate('b'), candidate('c', { userId: 'other', json: '{ }' })]);
    expect(outcomes).toEqual(['stored', 'short', 'over bytes']);
  });

  it('asks ahead for accounts with little left, once it has taken of it', async () => {
    side.leave('user 2026-11', 4, { mayGrow: true }).leave('other 2026-11', 9, { mayGrow: true });
    await store([candidate('a'), candidate('b', { userId: 'other' })]);
    expect(side.ahead).toEqual(['user 2026-11']);
  });

  it('asks before it sends while a month is full, and no longer once it has room', async () => {
    side.leave('user 2026-11', 0).leave('other 2026-11', 9);
    const both = [candidate('a'), candidate('b', { userId: 'other' })];
    expect(await store(both)).toEqual(['over limit', 'stored']);
    side.asked.length = 0;
    expect(await store(both)).toEqual(['over limit', 'stored']);
    expect(side.asked).toEqual(['looked user 2026-11 1/10 2, other 2026-11 1/10 2', 'other 2026-11 1/10 2']);
    side.leave('user 2026-11', 9);
    await store(both);
    side.asked.length = 0;
    expect(await store(both)).toEqual(['stored', 'stored']);
    expect(side.asked).toEqual(['user 2026-11 1/10 2, other 2026-11 1/10 2']);
  });

  it('leaves out what reuses the key of another payload, and stores the others', async () => {
    side.leave('user 2026-11', 2);
    const claimed = (id: string, digest: string) => ({ ...candidate(id), claim: { name: 'order-1', digest } });
    const outcomes = await store([claimed('a', 'first'), claimed('b', 'other'), candidate('c'), claimed('d', 'other')]);
    expect(outcomes).toEqual(['stored', 'key reused', 'stored', 'key reused']);
    expect(side.queued).toEqual(['a', 'c']);
  });

  it('fails when nobody can tell whether its batch was queued, and stores the next', async () => {
    side.leave('user 2026-11', 9);
    side.fault = new Error('Command timed out');
    await expect(store([candidate('a')])).rejects.toThrow('Command timed out');
    side.fault = null;
    expect(await store([candidate('b')])).toEqual(['stored']);
  });
});
