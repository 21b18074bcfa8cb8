import { databaseAddresses } from '@inlet/process/database-url';
import pg from 'pg';
import { isDatabaseAway } from '#faults.ts';

/** Shorter than the timeout of a connection, which begins after it. */
const probeTimeoutMs = 2_000;

/** The SQLSTATE of a statement that writes to a server which takes no writes: it may succeed later. */
class NoPrimary extends Error {
  readonly code = '25006';
}

/**
 * The address of the host that takes writes, among the hosts of an address. All are asked at the same time, so a host
 * that is away costs no time.
 */
export async function findPrimary(url: string): Promise<string> {
  const addresses = databaseAddresses(url);
  if (addresses.length === 1) return url;
  try {
    return await Promise.any(addresses.map(askForWrites));
  } catch (error) {
    const { errors } = error as AggregateError;
    // A wrong password is the same fault at each host, and does not pass.
    throw (
      errors.find((each) => !isDatabaseAway(each)) ??
      new NoPrimary('None of the hosts of PostgreSQL takes writes', { cause: error })
    );
  }
}

async function askForWrites(address: string): Promise<string> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  // A server that ends while it is asked fails the question.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('show transaction_read_only');
    if (rows[0].transaction_read_only === 'off') return address;
    throw new NoPrimary('PostgreSQL takes no writes, as a replica does');
  } finally {
    // A server that hangs does not say goodbye.
    client.end().catch(() => undefined);
  }
}

type Connected = (error: Error) => void;

/** Connections that look for the host that takes writes when they begin. */
export function primaryClient(url: string): typeof pg.Client {
  let finding: Promise<string> | undefined;
  /** Connections that begin at the same time share one search. */
  const find = () => {
    finding ??= findPrimary(url).finally(() => {
      finding = undefined;
    });
    return finding;
  };
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<pg.Client> | undefined {
      const connecting = find().then((address) => {
        const { host, port } = new pg.Client({ connectionString: address });
        Object.assign(this, { host, port });
        return super.connect();
      });
      if (!connected) return connecting;
      connecting.then(() => connected(undefined as unknown as Error), connected);
      return undefined;
    }
  };
}
