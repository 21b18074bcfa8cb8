import { connect } from 'node:net';
import type pg from 'pg';

/** Runs statements: a pool, or one of its connections. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** Hands out connections, as a pool does. */
export interface Connectable {
  readonly connect: () => Promise<pg.PoolClient>;
}

/**
 * Runs statements on one connection of the pool. When the signal aborts, PostgreSQL is asked to cancel the running
 * statement, and the call rejects with the signal's reason.
 */
export async function cancellable<Answer>(
  pool: Connectable,
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
    // A cancel request names a connection, so a late one would cancel the next statement on it.
    client.release(cancelling !== undefined);
  }
}

/** The code of a cancel request in PostgreSQL's protocol. */
const cancelCode = 80_877_102;
const cancelTimeoutMs = 2_000;

/** Session fields of a connection, which the types of `pg` leave out. */
interface Session {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

/**
 * Sends the request on a new connection, as the protocol requires. It never fails: if the server is unreachable, the
 * statement ends by its timeout.
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
  // The server sends no answer and closes the connection once it has cancelled the statement.
  await new Promise((resolve) => socket.resume().once('close', resolve));
}
