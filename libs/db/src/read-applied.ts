import type pg from 'pg';

/** What a database says about its migrations; those that were rolled back count as never begun. */
export interface AppliedMigrations {
  readonly finished: readonly string[];
  /** Under way, or failed. */
  readonly unfinished: readonly string[];
}

/** Reads which migrations a database has. */
export async function readApplied(client: pg.Client): Promise<AppliedMigrations> {
  const { rows: tables } = await client.query("select to_regclass('_prisma_migrations') is not null as is_there");
  if (!tables[0].is_there) return { finished: [], unfinished: [] };
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    `select migration_name as name, finished_at is not null as "isFinished"
     from _prisma_migrations where rolled_back_at is null`,
  );
  const namesOf = (isFinished: boolean) => rows.filter((row) => row.isFinished === isFinished).map(({ name }) => name);
  return { finished: namesOf(true), unfinished: namesOf(false) };
}
