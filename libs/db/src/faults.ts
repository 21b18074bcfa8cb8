/** SQLSTATE classes about the state of the server: the same statement may succeed later. */
const passingClasses = new Set([
  '08', // connection
  '40', // rolled back: deadlock, serialization
  '53', // out of connections, memory, disk
  '57', // shut down, cancelled, starting up
  '58', // the server's own input or output failed
]);

/** Its class is about the statement, but it means that the client still reaches the old primary after a failover. */
const readOnlyState = '25006';

/** Codes of the network, of DNS and of the client itself. */
const passingCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Prisma's codes for network faults, and for a transaction that timed out. */
const passingOfPrisma = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'P2028']);

/** Messages of `pg` errors without a code. */
const passingMessage =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|connection error and is not queryable/i;

const sqlStatePattern = /^[0-9A-Z]{5}$/;

/** True if the database was away: the statement may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const codes = codesOf(error);
  return codes.length === 0 ? passingMessage.test(error.message) : codes.some(isPassing);
}

function isPassing(code: string): boolean {
  if (passingCodes.has(code) || passingOfPrisma.has(code) || code === readOnlyState) return true;
  return sqlStatePattern.test(code) && passingClasses.has(code.slice(0, 2));
}

interface Cause {
  readonly originalCode?: unknown;
  readonly kind?: unknown;
}

/** The cause inside an error of Prisma. */
interface Wrapped {
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: Cause } };
}

/** The codes of an error: its own, and the codes of the server or network error behind it. */
function codesOf(error: Wrapped): string[] {
  const { originalCode, kind } = (error.meta?.driverAdapterError?.cause ?? error.cause ?? {}) as Cause;
  return [error.code, originalCode, kind].filter((code) => typeof code === 'string');
}

/** SQLSTATE classes about the data: data exception, integrity, and a limit such as nesting depth. */
const refusedClasses = new Set(['22', '23', '54']);

/** True if the database refused the data of a row, so that other rows may pass. */
export function isRowRefused(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return sqlStatePattern.test(error.code) && refusedClasses.has(error.code.slice(0, 2));
}

const queryCanceled = '57014';

/** True if PostgreSQL cancelled the statement, by its timeout or on request. */
export function isCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === queryCanceled;
}
