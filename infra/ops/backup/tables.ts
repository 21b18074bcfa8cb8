import type pg from 'pg';
import type { Table } from '#backup/backup-format.ts';

/** Prisma's engine writes its table itself, and the texts of a search are rebuilt when a form is searched. */
const leftOut = ['_prisma_migrations', 'search_fills', 'search_texts'];

/** Every table of a backup, after the tables that it refers to, so that rows can be inserted in this order. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `select relname as name, array_agg(format('%s %s', attname, format_type(atttypid, atttypmod)) order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> all ($1)
     group by relname order by relname`,
    [leftOut],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and conrelid <> confrelid and conparentid = 0`,
  );
  return inOrder(tables, references);
}

function inOrder(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && left.has(to)),
    );
    if (free.length === 0) throw new Error(`Tables refer to one another in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

/** The migrations that have been applied to the database. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return rows.map(({ name }) => name);
}
