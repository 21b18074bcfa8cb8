import pg from 'pg';
import { ensureRole } from '#ensure-role.ts';
import { findPrimary } from '#find-primary.ts';
import { withMigrationLock } from '#migrate.ts';
import { functionRights, privileges, type ServiceRole, serviceRoles } from '#privileges.ts';

/**
 * Gives each service's role its privileges on the tables, and no others. This is the last step of every migration and
 * safe to repeat. The owner's address leads to the tables; the services' addresses hold role names and passwords.
 * Missing roles are created.
 */
export async function grantAccess(ownerUrl: string, serviceUrls: Readonly<Record<ServiceRole, string>>): Promise<void> {
  const url = await findPrimary(ownerUrl);
  await withMigrationLock(url, async (client) => {
    const names = {} as Record<ServiceRole, string>;
    for (const service of serviceRoles) names[service] = await ensureRole(client, url, service, serviceUrls[service]);
    if (names.account === names.worker)
      throw new Error(`Account and worker both sign in as ${names.account}: give each a role of its own`);
    await client.query(['begin', ...(await statementsFor(client, names)), 'commit'].join(';\n'));
  });
}

/** All statements run in one transaction, so a role never lacks a privilege that it keeps. */
async function statementsFor(client: pg.Client, names: Readonly<Record<ServiceRole, string>>): Promise<string[]> {
  const sequences = await readSequences(client);
  const tables = Object.keys(privileges).map(pg.escapeIdentifier).join();
  return [
    // Databases created before PostgreSQL 15 let every role create tables in it.
    'revoke create on schema public from public',
    ...serviceRoles.flatMap((service) => {
      const role = pg.escapeIdentifier(names[service]);
      const granted = Object.entries(privileges).flatMap(([table, { [service]: rights }]) => {
        if (rights.length === 0) return [];
        const ofTable = sequences.filter((sequence) => sequence.table === table && rights.includes('insert'));
        return [
          `grant ${rights.join(', ')} on ${pg.escapeIdentifier(table)} to ${role}`,
          ...ofTable.map(({ name }) => `grant usage on sequence ${name} to ${role}`),
        ];
      });
      const called = Object.entries(functionRights).flatMap(([name, services]) =>
        services.includes(service) ? [`grant execute on function ${name} to ${role}`] : [],
      );
      return [`grant usage on schema public to ${role}`, `revoke all on ${tables} from ${role}`, ...granted, ...called];
    }),
  ];
}

/** Reads the sequences that number the rows of tables. */
async function readSequences(client: pg.Client): Promise<{ table: string; name: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select refobjid::regclass::text as table, objid::regclass::text as name
     from pg_depend join pg_class on pg_class.oid = objid and relkind = 'S' and relnamespace = 'public'::regnamespace
     where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')`,
  );
  return rows;
}
