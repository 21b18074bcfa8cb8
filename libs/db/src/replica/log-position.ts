import type { Queryable } from '#cancellable.ts';

/** A position in the log of a server, and what makes it comparable with another one. */
export interface LogPosition {
  /** The identifier of the system and of the database; a replica has those of its primary. */
  readonly system: string;
  readonly timeline: number;
  /** Bytes of the log. */
  readonly position: bigint;
}

export interface ReplicaPosition extends LogPosition {
  /** False for a replica that was promoted: its log has nothing of its former primary any more. */
  readonly isFollowing: boolean;
}

interface PositionRow {
  readonly system: string;
  readonly timeline: number;
  readonly position: string | null;
  readonly isFollowing: boolean;
}

const systemSql = `(select system_identifier from pg_control_system()) || '/'
  || (select oid from pg_database where datname = current_database())`;
const bytesOf = (lsn: string) => `(${lsn} - '0/0'::pg_lsn)::text`;

/**
 * The end of everything that was committed before. The end of what is flushed is enough, as a commit is flushed before
 * anybody sees it; without `synchronous_commit` it is the end of everything that was written. That is not taken always,
 * because a replica gets nothing that is not flushed, and the rest of an open transaction may wait for seconds.
 */
const primarySql = `
select ${systemSql} as system,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  ${bytesOf(`case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end`)} as position`;

/**
 * What a replica has replayed. Its timeline is known a while after it has begun, with the next restart point or page
 * that is written; until then it seems to follow a former primary.
 */
const replicaSql = `
select ${systemSql} as system,
  greatest(
    (select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery())
  ) as timeline,
  ${bytesOf('pg_last_wal_replay_lsn()')} as position,
  pg_is_in_recovery() as "isFollowing"`;

export async function readPrimaryPosition(primary: Queryable): Promise<LogPosition> {
  const { rows } = await primary.query<PositionRow>({ name: 'primary-position', text: primarySql });
  const [row] = rows;
  if (!row || row.position === null) throw new Error('PostgreSQL does not report the position of its log');
  return { ...row, position: BigInt(row.position) };
}

/** A service that is only compatible with PostgreSQL may report no position: nothing is known to be there. */
export async function readReplicaPosition(replica: Queryable, timeoutMs: number): Promise<ReplicaPosition> {
  // The types leave out the timeout of a single statement.
  const query: { name: string; text: string } = Object.assign(
    { name: 'replica-position', text: replicaSql },
    { query_timeout: timeoutMs },
  );
  const { rows } = await replica.query<PositionRow>(query);
  const { system = '', timeline = 0, position, isFollowing = false } = rows[0] ?? {};
  return { system, timeline, position: BigInt(position ?? 0), isFollowing };
}
