import { randomUUIDv7 } from 'node:crypto';
import type { Intake } from '@inlet/queue/intake';
import type { QuotaRequest, QuotaRoom } from '@inlet/redis/quota';
import type { Tracing } from '@inlet/service/tracing';
import { packBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import type { Candidate, Outcome, StoreBatch } from '#submissions/batcher.ts';
import { traceBatch } from '#submissions/trace-batch.ts';

export interface StoreBatchDeps {
  readonly intake: Intake;
  readonly tracing?: Tracing | undefined;
}

interface Account extends QuotaRequest {
  wanted: number;
}

/**
 * Queues a batch and counts it in one step. Mostly all of it fits; where something does not, or reuses an idempotency
 * key, Redis has done nothing but say so, and the rest is sent once more.
 */
export function createStoreBatch({ intake, tracing }: StoreBatchDeps): StoreBatch {
  /** Somebody's month is full, so a batch is likely to be sent in vain: the next one asks first. */
  let isTight = false;

  async function store(batch: readonly Candidate[], trace?: string[]): Promise<Outcome[]> {
    const refused = new Map<Candidate, Outcome>();
    let left = batch;

    function leaveWhatFits(accounts: readonly Account[], room: readonly QuotaRoom[]): void {
      const outcomes = judge(left, accounts, room);
      isTight = outcomes.includes('over limit');
      for (const [index, outcome] of outcomes.entries()) {
        const candidate = left[index];
        if (candidate && outcome !== 'stored') refused.set(candidate, outcome);
      }
      left = left.filter((candidate) => !refused.has(candidate));
    }

    function leaveReused(claimants: readonly Candidate[], reused: readonly number[]): void {
      const reusing = new Set(reused.map((position) => claimants[position]));
      for (const candidate of reusing) if (candidate) refused.set(candidate, 'key reused');
      left = left.filter((candidate) => !reusing.has(candidate));
    }

    if (isTight) {
      const accounts = accountsOf(left);
      leaveWhatFits(accounts, await intake.look(accounts));
    }
    while (left.length > 0) {
      const accounts = accountsOf(left);
      const payload = packBatch(
        left.map(({ submission }) => submission),
        trace,
      );
      const claimants = left.filter(({ claim }) => claim !== null);
      const claims = claimants.flatMap(({ claim }) => claim ?? []);
      const { room, reused } = await intake.admit(accounts, claims, randomUUIDv7(), payload);
      // A submission that reuses a key takes no place, so the room is known only once it is left out.
      if (reused.length > 0) leaveReused(claimants, reused);
      else if (accounts.every(({ wanted }, index) => room[index] === wanted)) break;
      else leaveWhatFits(accounts, room);
    }
    return batch.map((candidate) => refused.get(candidate) ?? 'stored');
  }

  if (!tracing) return (batch) => store(batch);
  return (batch) => traceBatch(tracing, batch, (trace) => store(batch, trace));
}

function accountsOf(batch: readonly Candidate[]): Account[] {
  const accounts = new Map<string, Account>();
  let last: Account | undefined;
  for (const { submission, limit } of batch) {
    if (submission.isSpam) continue;
    const { userId } = submission;
    const month = monthOf(submission.receivedAtMs);
    // Under load a whole batch is often of one account, and names that are put together cost more than the counting.
    if (last?.userId !== userId || last.month !== month) {
      last = accounts.get(userId + month) ?? { userId, month, wanted: 0, limit };
      accounts.set(userId + month, last);
    }
    last.wanted += 1;
  }
  return [...accounts.values()];
}

/** In the order of arrival. Spam does not count for the month. */
function judge(batch: readonly Candidate[], accounts: readonly Account[], room: readonly QuotaRoom[]): Outcome[] {
  const places = new Map(accounts.map(({ userId, month }, index) => [userId + month, room[index] ?? null]));
  return batch.map(({ submission: { userId, receivedAtMs, isSpam } }) => {
    if (isSpam) return 'stored';
    const name = userId + monthOf(receivedAtMs);
    const left = places.get(name) ?? null;
    if (left === null) return 'count unknown';
    if (left === 0) return 'over limit';
    places.set(name, left - 1);
    return 'stored';
  });
}
