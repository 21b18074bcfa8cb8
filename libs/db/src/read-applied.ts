import type pg from 'pg';

/** The migrations of a database, as it reports them; rolled-back ones count as never started. */
export interface AppliedMigrations {
  readonly finished: readonly string[];
  /** Migrations that are running or have failed. */
  readonly unfinished: readonly string[];
}

/** Reads the migrations that a database has. */
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
