import type pg from 'pg';

/** A table with sealed values, and the column that names a row. */
export interface SealedTable {
  readonly name: 'targets' | 'spam_settings' | 'erasures' | 'totps';
  readonly key: 'id' | 'form_id' | 'person_id';
}

export interface SealedRow {
  readonly id: string;
  readonly sealed: Buffer;
}

/** The next rows by their key, locked until the transaction ends. */
export async function lockRows(
  client: pg.ClientBase,
  { name, key }: SealedTable,
  after: string,
  limit: number,
): Promise<SealedRow[]> {
  const { rows } = await client.query<SealedRow>(
    `select ${key} as id, sealed from ${name} where ${key} > $1 and sealed is not null
     order by ${key} limit $2 for no key update`,
    [after, limit],
  );
  return rows;
}

export async function storeSealed(
  client: pg.ClientBase,
  { name, key }: SealedTable,
  sealed: readonly SealedRow[],
): Promise<void> {
  await client.query(
    `update ${name} set sealed = new.sealed
     from unnest($1::uuid[], $2::bytea[]) as new (id, sealed) where ${name}.${key} = new.id`,
    [sealed.map((row) => row.id), sealed.map((row) => row.sealed)],
  );
}
