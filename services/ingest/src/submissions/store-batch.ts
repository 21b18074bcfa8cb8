import { randomUUIDv7 } from 'node:crypto';
import type { Intake, QuotaRequest, QuotaRoom } from '@inlet/queue/intake';
import type { Tracing } from '@inlet/service/tracing';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import type { Candidate, Outcome, StoreBatch } from '#submissions/batcher.ts';
import { traceBatch } from '#submissions/trace-batch.ts';

export interface StoreBatchDeps {
  readonly intake: Intake;
  /** Called where little is left of a quota, after a batch that took of it. */
  readonly askAhead: (userId: string, month: string) => void;
  readonly tracing?: Tracing | undefined;
}

interface Account extends QuotaRequest {
  readonly wanted: { submissions: number; bytes: number };
}

/**
 * Queues a batch and spends its quota in one step. Mostly all of it fits; where something does not, or reuses an
 * idempotency key, Redis has done nothing but say so, and the rest is sent once more.
 */
export function createStoreBatch({ intake, askAhead, tracing }: StoreBatchDeps): StoreBatch {
  /** Somebody's month is full, so a batch is likely to be sent in vain: the next one asks first. */
  let isTight = false;

  async function store(batch: readonly Candidate[], trace?: string[]): Promise<Outcome[]> {
    const refused = new Map<Candidate, Outcome>();
    let left = batch;

    function leaveWhatFits(accounts: readonly Account[], rooms: readonly QuotaRoom[]): void {
      const outcomes = judge(left, accounts, rooms);
      isTight = outcomes.some((outcome) => outcome === 'over limit' || outcome === 'over bytes');
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
      const { rooms, reused } = await intake.admit(accounts, claims, randomUUIDv7(), payload);
      // A submission that reuses a key takes no place, so the room is known only once it is left out.
      if (reused.length > 0) leaveReused(claimants, reused);
      else if (accounts.every((account, index) => fitsAll(account, rooms[index]))) {
        for (const [index, { userId, month }] of accounts.entries()) if (rooms[index]?.isLow) askAhead(userId, month);
        break;
      } else {
        const tried = left;
        leaveWhatFits(accounts, rooms);
        for (const candidate of tried) candidate.submission = momentLater(candidate.submission);
      }
    }
    return batch.map((candidate) => refused.get(candidate) ?? 'stored');
  }

  if (!tracing) return (batch) => store(batch);
  return (batch) => traceBatch(tracing, batch, (trace) => store(batch, trace));
}

/**
 * For the next try. Where this one took both paths, the queue may still store it, and two jobs would hold a place for
 * one submission: by its time the worker knows which of them to give back.
 */
const momentLater = (submission: AcceptedSubmission) => ({ ...submission, receivedAtMs: submission.receivedAtMs + 1 });

function accountsOf(batch: readonly Candidate[]): Account[] {
  const accounts = new Map<string, Account>();
  let last: Account | undefined;
  for (const { submission, limits } of batch) {
    const { userId, isSpam, json } = submission;
    const month = monthOf(submission.receivedAtMs);
    // Under load a whole batch is often of one account, and names that are put together cost more than the counting.
    if (last?.userId !== userId || last.month !== month) {
      last = accounts.get(userId + month) ?? { userId, month, wanted: { submissions: 0, bytes: 0 }, limits };
      accounts.set(userId + month, last);
    }
    if (!isSpam) last.wanted.submissions += 1;
    last.wanted.bytes += Buffer.byteLength(json);
  }
  return [...accounts.values()];
}

interface Left extends Pick<QuotaRoom, 'isShort'> {
  submissions: number;
  bytes: number;
}

function fitsAll({ wanted }: Account, room?: QuotaRoom): boolean {
  return room?.fits.submissions === wanted.submissions && room.fits.bytes === wanted.bytes;
}

/** In the order of arrival. Spam takes no place in the month, but its bytes count. */
function judge(batch: readonly Candidate[], accounts: readonly Account[], rooms: readonly QuotaRoom[]): Outcome[] {
  const left = new Map<string, Left>(
    accounts.flatMap(({ userId, month }, index) => {
      const room = rooms[index];
      if (!room) return [];
      const { submissions, bytes } = room.fits;
      return [[userId + month, { submissions, bytes, isShort: room.isShort }]];
    }),
  );
  return batch.map(({ submission: { userId, receivedAtMs, isSpam, json } }) => {
    const room = left.get(userId + monthOf(receivedAtMs));
    if (!room) return 'short';
    const [places, bytes] = [isSpam ? 0 : 1, Buffer.byteLength(json)];
    if (room.submissions < places) return room.isShort.submissions ? 'short' : 'over limit';
    if (room.bytes < bytes) return room.isShort.bytes ? 'short' : 'over bytes';
    room.submissions -= places;
    room.bytes -= bytes;
    return 'stored';
  });
}
