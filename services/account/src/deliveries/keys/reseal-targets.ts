import { targetContext } from '@inlet/contracts/target-secrets';
import { transaction } from '@inlet/db/transaction';
import { type Sealing, SealingError } from '@inlet/service/sealing';
import type pg from 'pg';
import { lockTargets, type SealedTarget, storeSealed } from '#deliveries/keys/sealed-targets.store.ts';

/** A delivery that wants one of these rows waits for some milliseconds. */
const rowsAtOnce = 100;
const beforeAll = '00000000-0000-0000-0000-000000000000';

export interface Resealed {
  readonly resealed: number;
  /** Those that the first key had sealed before. */
  readonly current: number;
  /** One for each target that stays as it was, because it cannot be opened. */
  readonly errors: readonly SealingError[];
}

/** Seals the secrets of all targets under the first key. It may be interrupted, and run again. */
export async function resealTargets(pool: pg.Pool, sealing: Sealing): Promise<Resealed> {
  const total = { resealed: 0, current: 0, errors: [] as SealingError[] };
  let after: string | undefined = beforeAll;
  while (after !== undefined) {
    const from: string = after;
    const batch = await transaction(pool, (client) => resealBatch(client, sealing, from));
    total.resealed += batch.resealed;
    total.current += batch.current;
    total.errors.push(...batch.errors);
    after = batch.lastId;
  }
  return total;
}

async function resealBatch(
  client: pg.ClientBase,
  sealing: Sealing,
  after: string,
): Promise<Resealed & { readonly lastId: string | undefined }> {
  const targets = await lockTargets(client, after, rowsAtOnce);
  const older = targets.filter(({ sealed }) => !sealing.isCurrent(sealed));
  const resealed: SealedTarget[] = [];
  const errors: SealingError[] = [];
  for (const { id, sealed } of older) {
    const context = targetContext(id);
    try {
      resealed.push({ id, sealed: sealing.seal(sealing.open(sealed, context), context) });
    } catch (error) {
      if (!(error instanceof SealingError)) throw error;
      errors.push(error);
    }
  }
  await storeSealed(client, resealed);
  return {
    resealed: resealed.length,
    current: targets.length - older.length,
    errors,
    lastId: targets.at(-1)?.id,
  };
}
