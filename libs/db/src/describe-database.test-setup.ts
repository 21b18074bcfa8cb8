import { runSql } from '@inlet/testing/sql';

/** Every column, constraint and index, as PostgreSQL describes it. */
export async function describeDatabase(url: string): Promise<string[]> {
  const rows = await runSql<{ part: string }>(
    url,
    `select format('%s.%s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod))
              || case when attnotnull then ' not null' else '' end
              || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') as part
       from pg_attribute
       join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
       left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0
     union all
     select format('%s %s', conrelid::regclass, pg_get_constraintdef(pg_constraint.oid))
       from pg_constraint join pg_class on pg_class.oid = conrelid
       where connamespace = 'public'::regnamespace and not relispartition
     union all
     select replace(indexdef, ' ON ONLY ', ' ON ') from pg_indexes
     join pg_class on pg_class.oid = tablename::regclass and not relispartition where schemaname = 'public'`,
  );
  return rows
    .map(({ part }) => part)
    .filter((part) => !part.includes('_prisma_migrations'))
    .toSorted();
}

/** The functions and triggers, which `schema.prisma` cannot describe. */
export async function describeFunctions(url: string): Promise<string[]> {
  const rows = await runSql<{ part: string }>(
    url,
    `select pg_get_functiondef(oid) as part from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select format('invalid index %s', indexrelid::regclass) from pg_index where not indisvalid`,
  );
  return rows.map(({ part }) => part).toSorted();
}
