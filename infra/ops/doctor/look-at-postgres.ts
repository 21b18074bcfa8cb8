import { findPrimary } from '@inlet/db/find-primary';
import { missingMigrations } from '@inlet/db/schema-state';
import pg from 'pg';
import { type Finding, fault, fine, orFine, reasonOf, skewOf, warning } from '#doctor/finding.ts';
import { lookAtExtensions } from '#doctor/look-at-extensions.ts';
import { lookAtLanes } from '#doctor/look-at-lanes.ts';
import { lookAtSealed } from '#doctor/look-at-sealed.ts';
import { supportedPostgres } from '#doctor/supported-versions.ts';

const timeoutMs = 5_000;
const connectionsShareMax = 0.8;
const transactionMinutesMax = 10;
const eventMinutesMax = 5;
/** The application names of their database connections. */
const services = ['account', 'worker'];

interface Expected {
  /** The keys that seal secrets. */
  readonly keys: string | undefined;
  readonly isSold: boolean;
  /** The number of lanes of Redis. */
  readonly lanes: number;
}

/** Checks everything that PostgreSQL can report about itself and its data. */
export async function lookAtPostgres(url: string, expected: Expected): Promise<Finding[]> {
  try {
    return await lookAt(await findPrimary(url), expected);
  } catch (error) {
    return [fault(`PostgreSQL does not answer: ${reasonOf(error)}`, 'docs/runbooks/postgres-away.md')];
  }
}

async function lookAt(url: string, expected: Expected): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return [
      ...(await lookAtServer(client)),
      ...(await lookAtExtensions(client)),
      ...(await lookAtSchema(client, url, expected)),
      ...(await lookAtRoles(client)),
      // An outdated schema is reported above.
      ...(expected.isSold ? [] : await lookAtBillingOff(client).catch(() => [])),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function lookAtServer(client: pg.Client): Promise<Finding[]> {
  const startMs = Date.now();
  const { rows } = await client.query(`select current_setting('server_version') as version,
    current_setting('server_version_num')::int / 10000 as major, current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as commit, pg_is_in_recovery() as is_replica,
    array_remove(array[
      case when current_setting('log_error_verbosity') <> 'terse' then 'log_error_verbosity = terse' end,
      case when current_setting('log_parameter_max_length') <> '0' then 'log_parameter_max_length = 0' end,
      case when current_setting('log_parameter_max_length_on_error') <> '0' then 'log_parameter_max_length_on_error = 0' end
    ], null) as log_settings,
    (select count(*) from pg_stat_activity where usesysid is not null)::int as connections,
    current_setting('max_connections')::int as connections_max,
    coalesce((select max(extract(epoch from now() - xact_start)) from pg_stat_activity
      where backend_type = 'client backend'), 0)::float / 60 as minutes,
    extract(epoch from clock_timestamp())::float * 1000 as now_ms`);
  const server = rows[0];
  return orFine(
    [
      server.is_replica &&
        fault(
          'PostgreSQL is a replica, which takes no writing',
          'Point DATABASE_URL at the primary, or promote this one.',
        ),
      (server.fsync === 'off' || server.commit === 'off') &&
        fault(
          `PostgreSQL confirms what is not on disk (fsync ${server.fsync}, synchronous_commit ${server.commit})`,
          'Set both to on: a crash of the server loses submissions otherwise.',
        ),
      server.log_settings.length > 0 &&
        warning(
          'PostgreSQL may write what visitors sent into its log',
          `Set ${server.log_settings.join(', ')}, in its configuration or in the parameters of a managed one, and reload it.`,
        ),
      judgeVersion(server.version, server.major),
      server.connections > server.connections_max * connectionsShareMax &&
        warning(
          `${server.connections} of ${server.connections_max} connections to PostgreSQL are taken`,
          'docs/runbooks/database-pool-exhausted.md',
        ),
      server.minutes > transactionMinutesMax &&
        warning(
          `A transaction has been open for ${Math.round(server.minutes)} minutes`,
          "Find it with: select pid, application_name, query from pg_stat_activity where xact_start < now() - interval '10 minutes'.",
        ),
      skewOf('PostgreSQL', server.now_ms, startMs),
    ],
    `PostgreSQL ${server.version} answers, and what it confirms is on disk`,
  );
}

/** Finds fault with a PostgreSQL that is too old. */
export function judgeVersion(version: string, major: number): Finding | null {
  const { oldest, tested } = supportedPostgres;
  if (major < oldest) return fault(`PostgreSQL is ${version}; Inlet needs ${oldest} or newer`, 'Upgrade PostgreSQL.');
  if (major >= tested) return null;
  return warning(`PostgreSQL is ${version}; Inlet is tested with ${tested}`, 'Plan the upgrade of PostgreSQL.');
}

async function lookAtSchema(client: pg.Client, url: string, { keys, lanes }: Expected): Promise<Finding[]> {
  const missing = await missingMigrations(url);
  if (missing.length > 0) {
    const next = 'docs/runbooks/upgrading.md; a start by npm start migrates by itself.';
    return [fault(`The schema is older than this release: ${missing.join(', ')} not applied`, next)];
  }
  const { rows } = await client.query(`select
    (select count(*) from _prisma_migrations where finished_at is null and rolled_back_at is null)::int as broken,
    (select count(*) from dead_submissions)::int as dead,
    coalesce((select extract(epoch from now() - min(received_at)) from stripe_events where processed_at is null), 0)::float
      / 60 as event_minutes`);
  const { broken, dead, event_minutes: eventMinutes } = rows[0];
  const found = orFine(
    [
      broken > 0 ? fault('A migration began and did not end', 'Migrate again: docs/runbooks/upgrading.md') : null,
      dead > 0 &&
        warning(`PostgreSQL refused ${dead} submissions, which are kept`, 'docs/runbooks/dead-submissions.md'),
      eventMinutes > eventMinutesMax &&
        fault(
          `An event of Stripe has waited for ${Math.round(eventMinutes)} minutes`,
          'docs/runbooks/stripe-event-lag.md',
        ),
    ],
    'The schema is that of this release, and no submission was refused',
  );
  return [...found, ...(await lookAtSealed(client, keys)), ...(await lookAtLanes(client, lanes))];
}

/** Checks that each connected service has no more rights than it needs: every role sees the role of each connection. */
async function lookAtRoles(client: pg.Client): Promise<Finding[]> {
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
  const next = 'Give it a role of its own: "Roles of the database" in docs/kubernetes.md.';
  return strong.map(({ service, role, isSuper }) =>
    fault(`${service} signs in to PostgreSQL as ${role}, ${isSuper ? 'a superuser' : 'the owner of the tables'}`, next),
  );
}

/** Checks that no account still pays for an installation without payments. */
async function lookAtBillingOff(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from subscriptions where status not in ('canceled', 'incomplete_expired')",
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return [fine('Payments are off, and no account has a subscription')];
  const says = `Payments are off, but ${count} accounts had a subscription when they were switched off`;
  return [warning(says, 'Cancel them at Stripe, which still charges for them.')];
}
