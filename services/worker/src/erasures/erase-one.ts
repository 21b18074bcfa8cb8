import { randomUUID } from 'node:crypto';
import type { Blobs } from '@inlet/blobs/blobs';
import { erasureContext } from '@inlet/contracts/erasures';
import { createAddressHashes } from '@inlet/crypto/address-hash';
import { createSealing } from '@inlet/crypto/sealing';
import { transaction } from '@inlet/db/transaction';
import { appendToLedger } from '@inlet/erasure/ledger';
import { signReceipt } from '@inlet/erasure/receipts';
import type { Secrets } from '@inlet/process/config';
import type { Logger } from '@inlet/process/logger';
import { jobs } from '@inlet/queue/jobs';
import { openQueuedJobs } from '@inlet/queue/queued-jobs';
import type { RedisConnection } from '@inlet/redis/connections';
import { type Lane, mainLane } from '@inlet/redis/lanes';
import { rewriteFile } from '@inlet/redis/rewrite-file';
import { matchAddress, matchAddresses } from '@inlet/submissions/people/matcher';
import type { Pool } from 'pg';
import { eraseAll } from '#erasures/erase.ts';
import {
  ErasureLost,
  finishErasure,
  keepErasure,
  postponeErasure,
  readOutcome,
  type TakenErasure,
  takeErasure,
} from '#erasures/erasures.store.ts';
import { heldSeconds, type Work } from '#erasures/work.ts';

export interface ErasureDeps {
  readonly pool: Pool;
  readonly blobs: Blobs;
  /** All lanes. An erasure waits until each of them could be read. */
  readonly lanes: readonly Lane[];
  readonly config: {
    readonly ENCRYPTION_KEYS: Secrets;
    readonly PUBLIC_URL: string;
    readonly ERASURE_LEDGER?: string | undefined;
  };
  readonly logger: Logger;
  /** False if no worker stores queued batches, as during a restore. */
  readonly isStoring: boolean;
}

export interface Pace {
  readonly signal: AbortSignal;
  readonly rest: (ms: number) => Promise<void>;
}

/** Pause between two pieces, as a multiple of the last piece's time: storing comes first. */
const restFactor = 1;
const retrySeconds = 5;

class Leaving extends Error {}

/** Works on the erasure that waits longest; returns false where none waits, or the process is to end. */
export async function eraseOne(deps: ErasureDeps, { signal, rest }: Pace): Promise<boolean> {
  const { pool, logger } = deps;
  const holder = randomUUID();
  const erasure = await takeErasure(pool, holder, heldSeconds);
  if (!erasure) return false;
  const { id: erasureId } = erasure;
  const startMs = performance.now();
  const keeping = setInterval(
    () => {
      keepErasure(pool, erasureId, holder, heldSeconds).catch(() => undefined);
    },
    (heldSeconds * 1_000) / 4,
  );
  try {
    await eraseAll({
      ...toolsOf(deps, erasure),
      pool,
      blobs: deps.blobs,
      erasure,
      holder,
      isStoring: deps.isStoring,
      rest: async (tookMs) => {
        await rest(restFactor * tookMs);
        if (signal.aborted) throw new Leaving();
      },
    });
    await rewriteRedis(deps, signal);
    await finish(deps, erasure, holder);
    logger.info({ erasureId, durationMs: Math.round(performance.now() - startMs) }, 'erasures: done');
    return true;
  } catch (error) {
    if (error instanceof ErasureLost) return true;
    await postponeErasure(pool, erasureId, holder, error instanceof Leaving ? 0 : retrySeconds).catch(() => undefined);
    if (error instanceof Leaving || signal.aborted) return false;
    throw error;
  } finally {
    clearInterval(keeping);
  }
}

type Tools = Pick<Work, 'queues' | 'hashes' | 'matcher' | 'address'>;

/** The ledger only has the hash of the address. */
function toolsOf({ lanes, config }: ErasureDeps, { id, userId, sealed, addressHash }: TakenErasure): Tools {
  const hashes = createAddressHashes(config.ENCRYPTION_KEYS);
  const main = mainLane(lanes);
  const queues = {
    submissions: lanes.map(({ redis, keys }) => openQueuedJobs(redis, keys, jobs['store-submissions'].queue)),
    mails: openQueuedJobs(main.redis, main.keys, jobs['send-mail'].queue),
  };
  if (sealed) {
    const address = createSealing(config.ENCRYPTION_KEYS).open(sealed, erasureContext(id));
    return { queues, hashes, address, matcher: matchAddress(address) };
  }
  const matcher = matchAddresses((address) => hashes.allOf(userId, address).some((hash) => hash.equals(addressHash)));
  return { queues, hashes, address: null, matcher };
}

/**
 * Until the rewrite, Redis's file still has the removed data. A provider that forbids the command rewrites it
 * eventually.
 */
async function rewriteRedis({ lanes, logger }: ErasureDeps, signal: AbortSignal): Promise<void> {
  for (const redis of await differentServers(lanes)) {
    await rewriteFile(redis, signal).catch((err: unknown) => {
      if (signal.aborted) throw new Leaving();
      logger.warn({ err }, 'erasures: Redis did not rewrite its file');
    });
  }
}

/** Several lanes may share a server, whose file needs one rewrite. */
async function differentServers(lanes: readonly Lane[]): Promise<RedisConnection[]> {
  const connections = lanes.map(({ redis }) => redis);
  if (connections.length === 1) return connections;
  const ids = await Promise.all(connections.map(async (redis) => /run_id:(\w+)/.exec(await redis.info('server'))?.[1]));
  return connections.filter((_, index) => ids.indexOf(ids[index]) === index);
}

/** The ledger is written first: it must not lack an erasure that the database considers done. */
async function finish({ pool, config }: ErasureDeps, erasure: TakenErasure, holder: string): Promise<void> {
  const { id, userId, addressHash, requestedAt, sealed } = erasure;
  const { ERASURE_LEDGER: ledger, ENCRYPTION_KEYS, PUBLIC_URL } = config;
  const finishedAt = new Date();
  const { counts, mentionCount } = await readOutcome(pool, id);
  const address = addressHash.toString('base64url');
  const times = { requestedAt: requestedAt.toISOString(), finishedAt: finishedAt.toISOString() };
  if (ledger !== undefined && sealed !== null) await appendToLedger(ledger, { id, account: userId, address, ...times });
  const receipt = signReceipt(ENCRYPTION_KEYS, {
    iss: PUBLIC_URL,
    sub: userId,
    jti: id,
    iat: Math.floor(finishedAt.getTime() / 1_000),
    ...times,
    address: `hmac-sha256:${address}`,
    counts,
    mentionCount,
  });
  await transaction(pool, (client) => finishErasure(client, { id, holder, finishedAt, receipt }));
}
