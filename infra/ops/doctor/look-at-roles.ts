import type pg from 'pg';
import { type Finding, fault, fine } from '#doctor/finding.ts';

/** As the services call themselves at the database. */
const services = ['account', 'worker'];
const next = 'Give it a role of its own: "Roles of the database" in docs/kubernetes.md.';

/** Whether each service that is connected can do no more than a service should: everybody sees whose a connection is. */
export async function lookAtRoles(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ service: string; role: string; isSuper: boolean; isOwner: boolean }>(
    `select distinct application_name as service, rolname as role, rolsuper as "isSuper",
       pg_has_role(pg_roles.oid, relowner, 'member') as "isOwner"
     from pg_stat_activity
     join pg_roles on pg_roles.oid = usesysid
     join pg_class on pg_class.oid = to_regclass('users')
     where datname = current_database() and application_name = any($1)
     order by 1, 2`,
    [services],
  );
  if (rows.length === 0) return [];
  const strong = rows.filter(({ isSuper, isOwner }) => isSuper || isOwner);
  if (strong.length === 0) return [fine('Services sign in to PostgreSQL by roles that may do what they need')];
  return strong.map(({ service, role, isSuper }) =>
    fault(`${service} signs in to PostgreSQL as ${role}, ${isSuper ? 'a superuser' : 'the owner of the tables'}`, next),
  );
}
