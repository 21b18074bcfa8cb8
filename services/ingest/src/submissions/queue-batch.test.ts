import type { Candidate } from '@inlet/endpoint/candidate';
import type { IntakeBatch, QuotaCapacity, QuotaRequest } from '@inlet/queue/intake';
import { type AcceptedSubmission, unpackBatch } from '@inlet/submissions/batch';
import type { KeyClaim } from '@inlet/submissions/key-claim';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildCandidate } from '#submissions/candidate.test-setup.ts';
import { QueueBatch } from '#submissions/queue-batch.ts';

const november = Date.UTC(2026, 10, 30, 23, 59, 59);
const december = november + 1_000;

const candidate = (id: string, overrides: Partial<AcceptedSubmission> = {}, limit = 10): Candidate =>
  buildCandidate({ id, receivedAtMs: november, ...overrides }, { limits: { submissions: limit, bytes: 1_000 } });

interface Left {
  submissions: number;
  bytes: number;
}

/** A fake Redis with a capacity that the test sets, and a queue that it reads. */
function createFarSide() {
  const counted = new Map<string, Left>();
  const queued: string[] = [];
  const digests = new Map<string, string>();
  const asked: string[] = [];
  const side = {
    queued,
    asked,
    fault: null as Error | null,
    /** Another path may still store the batch. */
    mayBeStored: false,
    leave: (name: string, submissions: number, { bytes = 1_000 } = {}) => {
      counted.set(name, { submissions, bytes });
      return side;
    },
  };
  const look = async (requests: readonly QuotaRequest[]) =>
    requests.map(({ userId, month, wanted }): QuotaCapacity => {
      const left = counted.get(`${userId} ${month}`);
      if (!left) return { fits: { submissions: 0, bytes: 0 }, isCounted: false };
      const fits = {
        submissions: Math.min(left.submissions, wanted.submissions),
        bytes: Math.min(left.bytes, wanted.bytes),
      };
      return { fits, isCounted: true };
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
  const paths = {
    admit: async ({ requests, claims, batch }: IntakeBatch) => {
      asked.push(write(requests));
      if (side.fault) throw side.fault;
      const capacities = await look(requests);
      const reused = claims.flatMap((claim, index) => (remember(claim) ? [] : [index]));
      const fitsAll = requests.every(({ wanted }, index) => {
        const fits = capacities[index]?.fits;
        return fits?.submissions === wanted.submissions && fits.bytes === wanted.bytes;
      });
      if (reused.length > 0 || !fitsAll) {
        return { isQueued: false, capacities, reused, mayBeStored: side.mayBeStored };
      }
      for (const { userId, month, wanted } of requests) {
        const left = counted.get(`${userId} ${month}`);
        if (!left) continue;
        left.submissions -= wanted.submissions;
        left.bytes -= wanted.bytes;
      }
      queued.push(...unpackBatch(batch).map(({ id }) => id));
      return { isQueued: true, capacities, reused };
    },
  };
  const queueBatch = new QueueBatch({ paths });
  return { side, store: (batch: readonly Candidate[]) => queueBatch.queue(batch) };
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

  it('serves in order of arrival, and refuses the others', async () => {
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

  it('reports a month that Redis does not count, and stores the others', async () => {
    side.leave('other 2026-11', 9);
    expect(await store([candidate('a'), candidate('b', { userId: 'other' })])).toEqual(['uncounted', 'stored']);
  });

  it('reports nothing as over the limit while another path may store one of its attempts', async () => {
    side.leave('user 2026-11', 1);
    side.mayBeStored = true;
    expect(await store([candidate('a'), candidate('b')])).toEqual(['stored', 'uncertain']);
  });

  it('stores spam without counting it as a submission, only by its bytes', async () => {
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

  it('leaves out what reuses the key of another payload, and stores the others', async () => {
    side.leave('user 2026-11', 2);
    const claimed = (id: string, digest: string) => ({ ...candidate(id), claim: { name: 'order-1', digest } });
    const outcomes = await store([claimed('a', 'first'), claimed('b', 'other'), candidate('c'), claimed('d', 'other')]);
    expect(outcomes).toEqual(['stored', 'key reused', 'stored', 'key reused']);
    expect(side.queued).toEqual(['a', 'c']);
  });

  it('fails when its batch is not queued although all of it fits, instead of losing it', async () => {
    const capacity = { fits: { submissions: 1, bytes: 2 }, isCounted: true };
    const queueBatch = new QueueBatch({
      paths: { admit: async () => ({ isQueued: false, capacities: [capacity], reused: [] }) },
    });
    await expect(queueBatch.queue([candidate('a')])).rejects.toThrow('without a reason');
  });

  it('fails when it is unknown whether its batch was queued, and stores the next', async () => {
    side.leave('user 2026-11', 9);
    side.fault = new Error('Command timed out');
    await expect(store([candidate('a')])).rejects.toThrow('Command timed out');
    side.fault = null;
    expect(await store([candidate('b')])).toEqual(['stored']);
  });
});
