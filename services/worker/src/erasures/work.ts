import type { Blobs } from '@inlet/blobs/blobs';
import type { AddressHashes } from '@inlet/crypto/address-hash';
import { transaction } from '@inlet/db/transaction';
import type { QueuedJobs } from '@inlet/queue/queued-jobs';
import type { AddressMatcher } from '@inlet/submissions/people/matcher';
import type { Pool, PoolClient } from 'pg';
import { keepErasure, type TakenErasure } from '#erasures/erasures.store.ts';

/** Longer than any piece; if a worker crashes, others cannot continue its erasure for this long. */
export const heldSeconds = 5;

/** An erasure with everything that a worker needs for it. */
export interface Work {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly queues: {
    /** One of each lane. */
    readonly submissions: readonly QueuedJobs[];
    readonly mails: QueuedJobs;
  };
  /** False during a restore, when queued batches are not stored. */
  readonly isStoring: boolean;
  readonly hashes: AddressHashes;
  readonly erasure: TakenErasure;
  /** The address; null if the ledger only has its hash. */
  readonly address: string | null;
  readonly matcher: AddressMatcher;
  readonly holder: string;
  /** Waits as long as the last piece took: storing has priority. Throws if the process is closing. */
  readonly rest: (tookMs: number) => Promise<void>;
}

/** Runs one piece in a separate transaction, which also extends the lease. */
export async function inPiece<Answer>(
  { pool, erasure, holder, rest }: Work,
  piece: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const startMs = performance.now();
  const answer = await transaction(pool, async (client) => {
    await keepErasure(client, erasure.id, holder, heldSeconds);
    return piece(client);
  });
  await rest(performance.now() - startMs);
  return answer;
}
