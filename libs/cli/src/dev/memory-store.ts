import type { Candidate } from '@inlet/endpoint/candidate';
import { idempotencyKeyReused } from '@inlet/endpoint/submit-errors';

/** Keys and ids that are remembered, so that a test of a million submissions does not fill the memory. */
const rememberedMax = 10_000;

/**
 * Remembers which submissions came in, as the database does: a repeat is recognised, and a key belongs to one
 * submission. `take` gets each new one.
 */
export function createMemoryStore(take: (candidate: Candidate) => Promise<void>) {
  const ids = new Map<string, true>();
  const digests = new Map<string, string>();
  return {
    store: async (candidate: Candidate): Promise<boolean> => {
      const { submission, claim } = candidate;
      if (claim && (digests.get(claim.name) ?? claim.digest) !== claim.digest) throw idempotencyKeyReused();
      if (claim) remember(digests, claim.name, claim.digest);
      if (ids.has(submission.id)) return false;
      remember(ids, submission.id, true);
      await take(candidate);
      return true;
    },
  };
}

/** Forgets the oldest where there are too many. */
function remember<Value>(known: Map<string, Value>, name: string, value: Value): void {
  known.set(name, value);
  if (known.size <= rememberedMax) return;
  const [oldest] = known.keys();
  if (oldest !== undefined) known.delete(oldest);
}
