import type pg from 'pg';

export interface SealedTarget {
  readonly id: string;
  readonly sealed: Buffer;
}

/** The next targets by id. They are locked, so that nobody changes them until the transaction ends. */
export async function lockTargets(client: pg.ClientBase, after: string, limit: number): Promise<SealedTarget[]> {
  const { rows } = await client.query<SealedTarget>(
    'select id, sealed from targets where id > $1 order by id limit $2 for no key update',
    [after, limit],
  );
  return rows;
}

export async function storeSealed(client: pg.ClientBase, targets: readonly SealedTarget[]): Promise<void> {
  await client.query(
    `update targets set sealed = new.sealed
     from unnest($1::uuid[], $2::bytea[]) as new (id, sealed) where targets.id = new.id`,
    [targets.map(({ id }) => id), targets.map(({ sealed }) => sealed)],
  );
}
