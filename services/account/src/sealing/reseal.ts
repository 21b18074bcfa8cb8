import { erasureContext } from '@inlet/contracts/erasures';
import { totpContext } from '@inlet/contracts/factor-secrets';
import { spamContext } from '@inlet/contracts/spam-secrets';
import { targetContext } from '@inlet/contracts/target-secrets';
import { type Sealing, SealingError } from '@inlet/crypto/sealing';
import { transaction } from '@inlet/db/transaction';
import type pg from 'pg';
import { lockRows, type SealedRow, type SealedTable, storeSealed } from '#sealing/sealed-rows.store.ts';

/** Small enough that other work on these rows waits only some milliseconds. */
const rowsAtOnce = 100;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Every table with sealed values, and the context of each value. */
const tables: readonly (SealedTable & { readonly contextOf: (id: string) => string })[] = [
  { name: 'targets', key: 'id', contextOf: targetContext },
  { name: 'spam_settings', key: 'form_id', contextOf: spamContext },
  { name: 'erasures', key: 'id', contextOf: erasureContext },
  { name: 'totps', key: 'person_id', contextOf: totpContext },
];

export interface Resealed {
  readonly resealed: number;
  /** Secrets that the first key had already sealed. */
  readonly current: number;
  /** One for each unchanged row, because it cannot be opened. */
  readonly errors: readonly SealingError[];
}

/** Seals every secret in the database with the first key. It may be interrupted and run again. */
export async function resealAll(pool: pg.Pool, sealing: Sealing): Promise<Resealed> {
  const total = { resealed: 0, current: 0, errors: [] as SealingError[] };
  for (const table of tables) {
    let after: string | undefined = beforeAll;
    while (after !== undefined) {
      const from: string = after;
      const batch = await transaction(pool, (client) => resealBatch(client, sealing, table, from));
      total.resealed += batch.resealed;
      total.current += batch.current;
      total.errors.push(...batch.errors);
      after = batch.lastId;
    }
  }
  return total;
}

async function resealBatch(
  client: pg.ClientBase,
  sealing: Sealing,
  table: (typeof tables)[number],
  after: string,
): Promise<Resealed & { readonly lastId: string | undefined }> {
  const rows = await lockRows(client, table, after, rowsAtOnce);
  const older = rows.filter(({ sealed }) => !sealing.isCurrent(sealed));
  const resealed: SealedRow[] = [];
  const errors: SealingError[] = [];
  for (const { id, sealed } of older) {
    const context = table.contextOf(id);
    try {
      resealed.push({ id, sealed: sealing.seal(sealing.open(sealed, context), context) });
    } catch (error) {
      if (!(error instanceof SealingError)) throw error;
      errors.push(error);
    }
  }
  await storeSealed(client, table, resealed);
  return { resealed: resealed.length, current: rows.length - older.length, errors, lastId: rows.at(-1)?.id };
}
