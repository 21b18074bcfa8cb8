import { randomUUID } from 'node:crypto';
import { erasureContext } from '@inlet/contracts/erasures';
import { transaction } from '@inlet/db/transaction';
import { type AddressHashes, createAddressHashes } from '@inlet/service/address-hash';
import { type BackgroundLoop, type Round, startBackgroundLoop } from '@inlet/service/background-loop';
import { signReceipt } from '@inlet/service/receipts';
import { type AddressMatcher, matchAddress, matchAddresses } from '@inlet/submissions/people/matcher';
import type { WorkerDeps } from '#deps.ts';
import { eraseAll, heldSeconds } from '#erasures/erase.ts';
import {
  ErasureLost,
  finishErasure,
  keepErasure,
  postponeErasure,
  readOutcome,
  type TakenErasure,
  takeErasure,
} from '#erasures/erasures.store.ts';

type ErasureDeps = Pick<WorkerDeps, 'pool' | 'config' | 'sealing' | 'logger'>;

/** The watch of due work wakes the loop. */
const intervalMs = 30_000;
/** Between two pieces nothing is done for so many times as long as the last one took: storing comes first. */
const restFactor = 1;
const retrySeconds = 5;

class Leaving extends Error {}

/** Erases in the background what owners ask for, one address at a time. Several workers share the work. */
export function startErasures(deps: ErasureDeps): BackgroundLoop {
  const { logger } = deps;
  return startBackgroundLoop({ intervalMs, logger, complaint: 'erasures: round failed' }, async (round) => {
    while (!round.signal.aborted && (await eraseOne(deps, round)));
  });
}

/** Works on the erasure that waits longest; answers false where none waits. */
async function eraseOne(deps: ErasureDeps, { signal, rest }: Round): Promise<boolean> {
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
    const matcher = matcherOf(deps, erasure);
    await eraseAll({
      pool,
      erasure,
      holder,
      matcher,
      rest: async (tookMs) => {
        await rest(restFactor * tookMs);
        if (signal.aborted) throw new Leaving();
      },
    });
    await finish(deps, erasure, holder);
    logger.info({ erasureId, durationMs: Math.round(performance.now() - startMs) }, 'erasures: done');
  } catch (error) {
    if (error instanceof Leaving || error instanceof ErasureLost) return false;
    await postponeErasure(pool, erasureId, holder, retrySeconds).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(keeping);
  }
  return true;
}

/** The ledger knows only the hash of what it repeats. */
function matcherOf(
  { config, sealing }: ErasureDeps,
  { id, userId, sealed, addressHash }: TakenErasure,
): AddressMatcher {
  if (sealed) return matchAddress(sealing.open(sealed, erasureContext(id)));
  const hashes: AddressHashes = createAddressHashes(config.ENCRYPTION_KEYS);
  return matchAddresses((address) => hashes.allOf(userId, address).some((hash) => hash.equals(addressHash)));
}

async function finish({ pool, config }: ErasureDeps, erasure: TakenErasure, holder: string): Promise<void> {
  const { id, userId, addressHash, requestedAt } = erasure;
  const finishedAt = new Date();
  const { counts, mentionCount } = await readOutcome(pool, id);
  const receipt = signReceipt(config.ENCRYPTION_KEYS, {
    iss: config.PUBLIC_URL,
    sub: userId,
    jti: id,
    iat: Math.floor(finishedAt.getTime() / 1_000),
    requestedAt,
    finishedAt,
    address: `hmac-sha256:${addressHash.toString('base64url')}`,
    counts,
    mentionCount,
  });
  await transaction(pool, (client) => finishErasure(client, { id, holder, finishedAt, receipt }));
}
