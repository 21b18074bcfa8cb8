import type { Blobs } from '@inlet/blobs/blobs';
import type { AddressHashes } from '@inlet/crypto/address-hash';
import { transaction } from '@inlet/db/transaction';
import type { QueuedJobs } from '@inlet/queue/queued-jobs';
import type { AddressMatcher } from '@inlet/submissions/people/matcher';
import type { Pool, PoolClient } from 'pg';
import { keepErasure, type TakenErasure } from '#erasures/erasures.store.ts';

/** Longer than any piece; a worker that dies keeps others from going on for so long. */
export const heldSeconds = 5;

/** An erasure with what a worker needs for it. */
export interface Work {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly queues: { readonly submissions: QueuedJobs; readonly mails: QueuedJobs };
  /** False during a restore: then nobody stores what waits. */
  readonly isStoring: boolean;
  readonly hashes: AddressHashes;
  readonly erasure: TakenErasure;
  /** The address; null for one of which the ledger has the hash alone. */
  readonly address: string | null;
  readonly matcher: AddressMatcher;
  readonly holder: string;
  /** Waits for as long as the last piece took: storing comes first. Throws where the process is to end. */
  readonly rest: (tookMs: number) => Promise<void>;
}

/** One piece in a transaction of its own, which also says that the erasure is still held. */
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
