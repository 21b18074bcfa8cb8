import { findPrimary } from '@inlet/db/find-primary';
import { type LogPosition, readPrimaryPosition, readReplicaPosition } from '@inlet/db/log-position';
import pg from 'pg';
import { type Finding, fault, orFine, reasonOf, warning } from '#doctor/finding.ts';

const timeoutMs = 5_000;
const megabyte = 1_000_000n;
/** A segment of the log. A replica that follows is less than that behind, unless much is written in this moment. */
const behindMax = 16n * megabyte;
const page = 'docs/replica-reads.md';

interface Replica extends LogPosition {
  readonly isFollowing: boolean;
  readonly hasFeedback: boolean;
  readonly mayRead: boolean;
}

/** Checks that the replica from which account reads follows the primary. */
export async function lookAtReplica(url: string, primaryUrl: string): Promise<Finding[]> {
  let primary: LogPosition;
  try {
    // Before the replica, so that a busy primary is not ahead by what it writes between the two questions.
    primary = await ask(await findPrimary(primaryUrl), readPrimaryPosition);
  } catch {
    // Another check reports a primary that does not answer.
    return [];
  }
  try {
    const replica = await ask(url, async (client) => ({
      ...(await readReplicaPosition(client, timeoutMs)),
      ...(await readSettings(client)),
    }));
    return judge(replica, primary);
  } catch (error) {
    return [fault(`The replica of PostgreSQL does not answer: ${reasonOf(error)}`, page)];
  }
}

function judge(replica: Replica, primary: LogPosition): Finding[] {
  if (replica.system !== primary.system) {
    return [fault('REPLICA_DATABASE_URL does not lead to a replica of the database of DATABASE_URL', page)];
  }
  if (!replica.isFollowing) {
    return [fault('REPLICA_DATABASE_URL leads to a PostgreSQL that is no replica, or was promoted', page)];
  }
  if (replica.timeline !== primary.timeline) {
    const says = `The replica of PostgreSQL follows timeline ${replica.timeline}, and the primary is at ${primary.timeline}`;
    return [
      fault(says, 'After a failover: make it follow the new primary, then CHECKPOINT on it, or wait five minutes.'),
    ];
  }
  const behind = primary.position - replica.position;
  const away = `${Math.max(0, Number(behind / megabyte))} MB`;
  return orFine(
    [
      !replica.mayRead && fault('The role in REPLICA_DATABASE_URL may not read submissions', page),
      behind > behindMax && warning(`The replica of PostgreSQL is ${away} behind: the primary serves its reads`, page),
      !replica.hasFeedback &&
        warning(
          'The replica of PostgreSQL cancels reads for its replay (hot_standby_feedback off)',
          'Set hot_standby_feedback to on at the replica. Until then the primary serves canceled reads again.',
        ),
    ],
    `The replica of PostgreSQL follows the primary, and is ${away} behind`,
  );
}

async function readSettings(client: pg.Client): Promise<Pick<Replica, 'hasFeedback' | 'mayRead'>> {
  const { rows } = await client.query(`select current_setting('hot_standby_feedback') = 'on' as "hasFeedback",
    coalesce(has_table_privilege(to_regclass('submissions'), 'select'), false) as "mayRead"`);
  return rows[0];
}

async function ask<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
