import type pg from 'pg';
import type { Connectable, Queryable } from '#cancellable.ts';
import type { LogPosition } from '#replica/log-position.ts';
import type { Replica } from '#replica/open-replica.ts';

/**
 * The reads of one request. Each is served by the replica if that has everything which was committed before the first
 * one, and by the primary otherwise. No read sees an older state than one that ended before it began, although several
 * replicas may stand behind one address.
 */
export interface Reads extends Queryable {
  /** Runs statements on one connection. The work may run a second time, from its start, on the primary. */
  readonly run: <Answer>(work: (pool: Connectable) => Promise<Answer>) => Promise<Answer>;
}

/** A query without a callback. */
type Query = (...args: unknown[]) => Promise<pg.QueryResult>;

/** Reads of the primary alone. */
export function primaryReads(primary: pg.Pool): Reads {
  const query: Query = (...args) => (primary.query as Query).apply(primary, args);
  return { query: query as Reads['query'], run: (work) => work(primary) };
}

/** Reads that begin now: what was committed before is seen. */
export function replicaReads(primary: pg.Pool, replica: Replica): Reads {
  /** What the next read has to see; unknown before the first one, and after a read of the primary. */
  let floor: LogPosition | undefined;
  /** The question for the floor, which parallel reads share. */
  let asked: Promise<LogPosition> | undefined;
  /** Settles when the floor is that of every read which ended. */
  let noted: Promise<unknown> = Promise.resolve();

  /** Keeps a later floor that a read has noted meanwhile. After a read of the primary the answer is too old to be kept. */
  async function findFloor(): Promise<LogPosition> {
    asked ??= replica.readFloor();
    const question = asked;
    const found = await question;
    if (asked === question && (!floor || found.position > floor.position)) floor = found;
    return floor ?? found;
  }

  function forgetFloor(): void {
    floor = undefined;
    asked = undefined;
  }

  async function connect(): Promise<pg.PoolClient> {
    await noted;
    const client = await replica.connect(floor ?? (await findFloor()));
    const { release } = client;
    client.release = (error) => {
      if (error) return release(error);
      const noting = noteEnd(client).then(
        () => release(),
        () => release(true),
      );
      noted = Promise.all([noted, noting]);
    };
    return client;
  }

  /** The last statement on a connection saw at most what is replayed after it. */
  async function noteEnd(client: pg.PoolClient): Promise<void> {
    try {
      const seen = await replica.positionOf(client);
      if (floor && seen.position > floor.position) floor = { ...floor, position: seen.position };
    } catch (error) {
      forgetFloor();
      throw error;
    }
  }

  async function attempt<Answer>(onReplica: () => Promise<Answer>, onPrimary: () => Promise<Answer>): Promise<Answer> {
    if (replica.isAsked()) {
      try {
        const answer = await onReplica();
        replica.noteServed();
        return answer;
      } catch (error) {
        if (!replica.noteFault(error)) throw error;
      }
    } else {
      replica.noteSkipped();
    }
    try {
      return await onPrimary();
    } finally {
      forgetFloor();
    }
  }

  async function queryReplica(args: unknown[]): Promise<pg.QueryResult> {
    const client = await connect();
    let isKept = false;
    try {
      const answer = await (client.query as Query).apply(client, args);
      isKept = true;
      return answer;
    } finally {
      client.release(!isKept);
    }
  }

  const query: Query = (...args) =>
    attempt(
      () => queryReplica(args),
      () => (primary.query as Query).apply(primary, args),
    );

  return {
    query: query as Reads['query'],
    run: (work) =>
      attempt(
        () => work({ connect }),
        () => work(primary),
      ),
  };
}
