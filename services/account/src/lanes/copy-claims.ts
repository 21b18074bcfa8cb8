import type { Lane } from '@inlet/redis/lanes';
import { type FoundClaim, type LaneClaims, openClaims } from '@inlet/redis/moving-claims';
import type { ClaimWatch } from '@inlet/redis/watch-claims';
import { idOfClaim } from '@inlet/submissions/key-claim';
import type { Pool } from 'pg';
import { findOfOthers, findOwn } from '#lanes/lanes.store.ts';

/** Copies the idempotency keys of one account from its lane to another. */
export interface ClaimCopy {
  /** Copies what is there, while the account receives, until few have changed since. */
  readonly copyAll: () => Promise<void>;
  /** Copies what has changed since, when nothing changes any more. */
  readonly copyLast: () => Promise<void>;
  /** Removes the account's keys from a lane in which it is not. */
  readonly removeFrom: (lane: Lane) => Promise<void>;
}

export interface ClaimCopyOptions {
  readonly pool: Pool;
  readonly userId: string;
  readonly from: Lane;
  readonly to: Lane;
  readonly watch: Pick<ClaimWatch, 'take'>;
}

/** Names that Redis and PostgreSQL are asked for at once. */
const namesAtOnce = 1_000;
/** So few are copied in some milliseconds, while visitors wait. */
const fewNames = 200;
/** A lane with more new keys than this process can copy would never have few. */
const roundsMax = 100;

/**
 * The name of a key does not say whose it is, but its submission does. A key whose submission is unknown, because a
 * batch waits or its owner has deleted it, is copied for whichever account: in the other lane nobody asks for it, and
 * it is forgotten after its day.
 */
export function createClaimCopy({ pool, userId, from, to, watch }: ClaimCopyOptions): ClaimCopy {
  const [here, there] = [from, to].map(({ redis, keys }) => openClaims(redis, keys)) as [LaneClaims, LaneClaims];

  async function copy(names: readonly string[], pick: (found: readonly FoundClaim[]) => Promise<FoundClaim[]>) {
    for (let start = 0; start < names.length; start += namesAtOnce) {
      const page = names.slice(start, start + namesAtOnce);
      const found = await here.read(page);
      const left = new Set(found.map(({ name }) => name));
      await there.write(await pick(found));
      // A verdict on spam or the end of its day has released it.
      await there.remove(page.filter((name) => !left.has(name)));
    }
  }

  async function withoutOthers(found: readonly FoundClaim[]): Promise<FoundClaim[]> {
    const others = await findOfOthers(pool, found.map(idOfClaim), userId);
    return found.filter((claim) => !others.has(idOfClaim(claim)));
  }

  return {
    copyAll: async () => {
      for await (const names of here.pages()) {
        await copy(names, withoutOthers);
        await copy(await watch.take(), withoutOthers);
      }
      let changed: string[] = [];
      for (let round = 0; round === 0 || (changed.length > fewNames && round < roundsMax); round += 1) {
        changed = await watch.take();
        await copy(changed, withoutOthers);
      }
    },
    copyLast: async () => copy(await watch.take(), async (found) => [...found]),
    removeFrom: async (lane) => {
      const claims = openClaims(lane.redis, lane.keys);
      for await (const names of claims.pages()) {
        const found = await claims.read(names);
        const own = await findOwn(pool, found.map(idOfClaim), userId);
        await claims.remove(found.filter((claim) => own.has(idOfClaim(claim))).map(({ name }) => name));
      }
    },
  };
}
