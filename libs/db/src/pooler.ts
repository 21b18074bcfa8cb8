import { randomUUID } from 'node:crypto';
import { ConfigError } from '@inlet/process/config';
import pg from 'pg';

/** A pooler that lends one connection of the server to many clients is found in the first round, unless it is busy. */
const rounds = 4;
const probeTimeoutMs = 5_000;
/** SQLSTATEs of a prepared statement that is on the connection already, and of one that is not. */
const lost = ['42P05', '26000'];

/** The address leads to a pooler that Inlet cannot work with. An operator may mend the pooler. */
class PoolerError extends ConfigError {
  /** The class of faults of a connection: what failed is tried again. */
  readonly code = '08P01';

  constructor(setting: string, reason: string) {
    super(`The configuration cannot be used:\n  ${setting}: ${reason}`);
  }
}

/** Fails behind a pooler in transaction mode that loses prepared statements between two transactions. */
export function refuseLostStatements(createClient: () => pg.Client, setting: string): Promise<void> {
  return withTwo(createClient, async (one, other) => {
    try {
      for (let round = 0; round < rounds; round += 1) {
        const statement = { name: `pooler-${randomUUID()}`, text: 'select 1' };
        for (const client of [one, other, one]) await client.query(statement);
      }
    } catch (error) {
      if (!lost.includes(codeOf(error))) throw error;
      throw new PoolerError(
        setting,
        'leads to a pooler in transaction mode, which loses prepared statements: set DATABASE_PREPARED=off',
      );
    }
  });
}

/** Fails behind a pooler in transaction mode: a lock of a session would stay with another client. */
export function refuseSharedSessions(url: string): Promise<void> {
  const settings = { connectionString: url, connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs };
  return withTwo(
    () => new pg.Client(settings),
    async (one, other) => {
      const [backend, another] = [await backendOf(one), await backendOf(other)];
      let isShared = backend === another;
      for (let round = 1; round < rounds; round += 1) {
        isShared ||= (await backendOf(one)) !== backend || (await backendOf(other)) !== another;
      }
      if (!isShared) return;
      throw new PoolerError(
        'DATABASE_URL',
        'leads to a pooler in transaction mode, but a migration holds locks of its session: give the address of PostgreSQL itself',
      );
    },
  );
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function withTwo(
  createClient: () => pg.Client,
  work: (one: pg.Client, other: pg.Client) => Promise<void>,
): Promise<void> {
  const [one, other] = [createClient(), createClient()];
  for (const client of [one, other]) client.on('error', () => undefined);
  try {
    await one.connect();
    await other.connect();
    await work(one, other);
  } finally {
    for (const client of [one, other]) client.end().catch(() => undefined);
  }
}

/** A connection whose statements have no names, so that none stays on the server after its transaction. */
export function unnamedClient(Client: typeof pg.Client): typeof pg.Client {
  class UnnamedClient extends Client {}
  const query = Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const unnamed = function (this: pg.Client, first: unknown, ...rest: unknown[]) {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first && !('submit' in first);
    return query.call(this, isNamed ? { ...first, name: undefined } : first, ...rest);
  };
  UnnamedClient.prototype.query = unnamed as typeof UnnamedClient.prototype.query;
  return UnnamedClient;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
