import { monthOf } from '@inlet/contracts/months';
import { packBatch } from '@inlet/contracts/submission-batch';
import type { Producer } from '@inlet/queue/producer';
import type { Quota, QuotaRequest } from '@inlet/queue/quota';
import type { Tracing } from '@inlet/service/tracing';
import { v7 as uuidv7 } from 'uuid';
import type { Candidate, Outcome, StoreBatch } from '#submissions/batcher.ts';
import { traceBatch } from '#submissions/trace-batch.ts';

export interface StoreBatchDeps {
  readonly quota: Quota;
  readonly producer: Pick<Producer, 'add'>;
  readonly tracing?: Tracing | undefined;
}

interface Account extends QuotaRequest {
  wanted: number;
}

/** Reserves the quota for a whole batch in one step, and queues what fits in another. */
export function createStoreBatch({ quota, producer, tracing }: StoreBatchDeps): StoreBatch {
  /** Accounts for which may be reserved what was never queued; nobody can tell, so they are counted anew. */
  const doubtful = new Map<string, Account>();

  async function settleDoubts(): Promise<void> {
    for (const [name, { userId, month }] of doubtful) {
      await quota.forget(userId, month);
      doubtful.delete(name);
    }
    quota.settle();
  }

  async function storeFor(
    accounts: ReadonlyMap<string, Account>,
    batch: readonly Candidate[],
    trace?: string[],
  ): Promise<Outcome[]> {
    const granted = accounts.size > 0 ? await quota.reserve([...accounts.values()]) : [];
    const outcomes = judge(batch, new Map([...accounts.keys()].map((name, index) => [name, granted[index] ?? null])));
    const stored = batch.filter((_, index) => outcomes[index] === 'stored').map(({ submission }) => submission);
    if (stored.length === 0) return outcomes;
    await producer.add('store-submissions', uuidv7(), packBatch(stored, trace));
    if (accounts.size > 0) quota.settle();
    return outcomes;
  }

  async function store(batch: readonly Candidate[], trace?: string[]): Promise<Outcome[]> {
    if (doubtful.size > 0) await settleDoubts();
    const accounts = accountsOf(batch);
    try {
      return await storeFor(accounts, batch, trace);
    } catch (error) {
      for (const [name, account] of accounts) doubtful.set(name, account);
      throw error;
    }
  }

  if (!tracing) return (batch) => store(batch);
  return (batch) => traceBatch(tracing, batch, (trace) => store(batch, trace));
}

function nameOf({ submission }: Candidate): string {
  return submission.userId + monthOf(submission.receivedAtMs);
}

function accountsOf(batch: readonly Candidate[]): Map<string, Account> {
  const accounts = new Map<string, Account>();
  for (const candidate of batch) {
    const { submission, limit } = candidate;
    if (submission.isSpam) continue;
    const name = nameOf(candidate);
    const account = accounts.get(name);
    if (account) account.wanted += 1;
    else accounts.set(name, { userId: submission.userId, month: monthOf(submission.receivedAtMs), wanted: 1, limit });
  }
  return accounts;
}

/** Who came first is served first. Spam uses up nobody's month. */
function judge(batch: readonly Candidate[], granted: Map<string, number | null>): Outcome[] {
  return batch.map((candidate) => {
    if (candidate.submission.isSpam) return 'stored';
    const name = nameOf(candidate);
    const left = granted.get(name) ?? null;
    if (left === null) return 'count unknown';
    if (left === 0) return 'over limit';
    granted.set(name, left - 1);
    return 'stored';
  });
}
