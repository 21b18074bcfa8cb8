import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { programFolders } from '#config.ts';
import { freePort } from '#free-port.ts';
import { commandLine, endProcess, workingDirectory } from '#process-identity.ts';
import { redisBinary } from '#redis-binary.ts';
import { serverHome } from '#server-home.ts';
import { type EmbeddedServer, launchServer } from '#server-process.ts';
import { serverUser } from '#server-user.ts';

type Options = {
  /** The data folder; another one is used if the server's user cannot reach it. */
  dir: string;
  port?: number;
  logFile?: string;
  /** False for data that may be lost with the server, such as a test's. */
  persistent?: boolean;
  /** Further settings of the server. */
  further?: Record<string, string>;
  say?: (line: string) => void;
};

const STOP_TIMEOUT_MS = 30_000;
const ANSWER_TIMEOUT_MS = 1_000;

/** Starts a private Redis or Valkey on loopback; with `persistent`, acknowledged writes are on disk. */
export async function startRedisServer(options: Options): Promise<EmbeddedServer> {
  const { persistent = true, further = {}, say = () => {} } = options;
  const program = await redisBinary(programFolders(), say);
  const user = serverUser();
  const home = serverHome(options.dir, user, say);
  await endLeftover(home);
  const port = options.port ?? (await freePort());
  const server = await launchServer({
    name: 'Redis',
    program,
    args: settings({ home, port, persistent, further }),
    home,
    user,
    logFile: options.logFile ?? join(home, 'redis.log'),
    stopSignal: 'SIGTERM',
    isReady: (pid) => answers(port, pid),
  });
  return { ...server, port, url: `redis://127.0.0.1:${port}` };
}

type Settings = { home: string; port: number; persistent: boolean; further: Record<string, string> };

function settings({ home, port, persistent, further }: Settings): string[] {
  const chosen: Record<string, string> = {
    bind: '127.0.0.1',
    port: String(port),
    dir: home,
    pidfile: pidFile(home),
    databases: '16',
    // Queues must never lose a key because memory is full.
    'maxmemory-policy': 'noeviction',
    // No snapshots: the append-only file holds everything, and is synced before each reply.
    save: '',
    ...(persistent ? inAFile : { appendonly: 'no' }),
    ...further,
  };
  return Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, value]);
}

const inAFile = {
  appendonly: 'yes',
  appendfsync: 'always',
  // Queued data is gone within moments. Rewriting the file after each 64 MB would happen every few seconds under load.
  'auto-aof-rewrite-min-size': '256mb',
  rdbcompression: 'no',
};

const pidFile = (home: string) => join(home, 'redis.pid');

// A server whose starter was killed still writes to the data folder. It rewrites its own command line, so its working
// directory identifies it.
async function endLeftover(home: string): Promise<void> {
  if (!existsSync(pidFile(home))) return;
  const pid = Number.parseInt(readFileSync(pidFile(home), 'utf8'), 10);
  const isServer = /(redis|valkey)-server/.test(commandLine(pid) ?? '');
  if (isServer && (workingDirectory(pid) ?? home) === home) await endProcess(pid, 'SIGTERM', STOP_TIMEOUT_MS);
}

/** True if this process responds. While it loads its file after a start, it replies "-LOADING" to a ping. */
export function answers(port: number, pid: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: ANSWER_TIMEOUT_MS });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    let answer = '';
    socket.once('connect', () => socket.write('INFO server\r\nPING\r\n'));
    socket.on('data', (chunk) => {
      answer += chunk;
      if (/^\+PONG/m.test(answer)) settle(answer.includes(`process_id:${pid}\r\n`));
      else if (/^-/m.test(answer)) settle(false);
    });
    for (const event of ['error', 'timeout', 'close']) socket.once(event, () => settle(false));
  });
}
