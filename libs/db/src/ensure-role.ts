import { databaseAddresses } from '@inlet/process/database-url';
import pg from 'pg';
import { passwordVerifier } from '#password-verifier.ts';
import type { ServiceRole } from '#privileges.ts';

const connectTimeoutMs = 5_000;
/** SQLSTATEs of a sign-in with a wrong password, by a role that does not exist, or without a required privilege. */
const refused = ['28P01', '28000'];
const notAllowed = '42501';

/**
 * Creates the role that a service's address names, or sets its password, if it cannot sign in. Returns the role's name.
 */
export async function ensureRole(
  owner: pg.Client,
  ownerUrl: string,
  service: ServiceRole,
  serviceUrl: string,
): Promise<string> {
  const given = new URL(databaseAddresses(serviceUrl)[0] ?? '');
  const [name, password] = [decodeURIComponent(given.username), decodeURIComponent(given.password)];
  if (name === '') throw new Error(`The database address of ${service} names no role`);
  // The services may connect through a pooler; the owner's address leads to the server itself.
  const direct = new URL(ownerUrl);
  Object.assign(direct, { username: given.username, password: given.password });
  // This runs before any change: an address that names the owner by mistake must not change the owner's password.
  await refuseStrongRole(owner, service, name);
  if (!(await canSignIn(direct.href))) await makeRole(owner, service, name, password);
  return name;
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (refused.includes(codeOf(error))) return false;
    throw error;
  } finally {
    await client.end();
  }
}

async function makeRole(owner: pg.Client, service: ServiceRole, name: string, password: string): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
  const [verb, role] = [rowCount === 0 ? 'create' : 'alter', pg.escapeIdentifier(name)];
  try {
    await owner.query(`${verb} role ${role} login password ${pg.escapeLiteral(passwordVerifier(password))}`);
  } catch (error) {
    if (codeOf(error) !== notAllowed) throw error;
    const sql = `${verb} role ${role} login password '...'`;
    throw new Error(
      `${name}, the role of ${service}, cannot sign in, and ${owner.user} may not ${verb} roles. Have an administrator run: ${sql}, with the password of the address of ${service}`,
    );
  }
}

async function refuseStrongRole(owner: pg.Client, service: ServiceRole, name: string): Promise<void> {
  const { rows } = await owner.query<{ isSuper: boolean; isOwner: boolean }>(
    `select rolsuper as "isSuper", pg_has_role(oid, current_user, 'member') as "isOwner" from pg_roles where rolname = $1`,
    [name],
  );
  const { isSuper = false, isOwner = false } = rows[0] ?? {};
  if (!isSuper && !isOwner) return;
  throw new Error(
    `${name}, the role of ${service}, is ${isSuper ? 'a superuser' : 'the owner of the tables'}: give ${service} a role of its own`,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
