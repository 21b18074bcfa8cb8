import { connect } from 'node:net';
import type pg from 'pg';

/** What statements are run on: the pool, or one connection of it. */
export type Queryable = Pick<pg.Pool, 'query'>;

/**
 * Runs statements on one connection of the pool. When the signal aborts, PostgreSQL is told to cancel the statement that
 * is running, and the answer is a rejection with the signal's reason.
 */
export async function cancellable<Answer>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (connection: Queryable) => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted();
  const client = await pool.connect();
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    cancelling = cancelStatement(client);
  };
  signal.addEventListener('abort', cancel, { once: true });
  const query = ((...args: Parameters<Queryable['query']>) => {
    signal.throwIfAborted();
    return client.query(...args);
  }) as Queryable['query'];
  try {
    signal.throwIfAborted();
    return await work({ query });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelling;
    // A request to cancel names a connection, so one that comes late would end somebody else's statement.
    client.release(cancelling !== undefined);
  }
}

/** Says in PostgreSQL's protocol: this is not the beginning of a session but a request to cancel. */
const cancelCode = 80_877_102;
const cancelTimeoutMs = 2_000;

/** What a connection knows of its session; the types of `pg` leave it out. */
interface Session {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

/**
 * Asks by a connection of its own, as the protocol wants it: those of the pool may all be busy. It never fails: where the
 * server cannot be reached, the statement ends by its timeout.
 */
async function cancelStatement(client: pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Session;
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const request = Buffer.alloc(16);
  for (const [index, value] of [request.length, cancelCode, processID, secretKey].entries()) {
    request.writeInt32BE(value, 4 * index);
  }
  socket.setTimeout(cancelTimeoutMs, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.end(request);
  // The server answers nothing, and hangs up once the statement was told.
  await new Promise((resolve) => socket.resume().once('close', resolve));
}
