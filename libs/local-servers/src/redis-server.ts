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
  /** Where the data is kept; elsewhere when the server's user cannot reach it. */
  dir: string;
  port?: number;
  logFile?: string;
  /** False for data that may be lost with the server, as a test's. */
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
    // Queues must never lose a key to make room for another.
    'maxmemory-policy': 'noeviction',
    // No snapshots: the append-only file holds everything, synced before each answer.
    save: '',
    ...(persistent ? inAFile : { appendonly: 'no' }),
    ...further,
  };
  return Object.entries(chosen).flatMap(([name, value]) => [`--${name}`, value]);
}

const inAFile = {
  appendonly: 'yes',
  appendfsync: 'always',
  // What waits is gone in a moment. A file that is written anew after each 64 MB would be so every few seconds under
  // load.
  'auto-aof-rewrite-min-size': '256mb',
  rdbcompression: 'no',
};

const pidFile = (home: string) => join(home, 'redis.pid');

// A server whose starter was killed still writes to the data folder. It rewrites its own command line, so the folder
// it works in tells whether it is this one.
async function endLeftover(home: string): Promise<void> {
  if (!existsSync(pidFile(home))) return;
  const pid = Number.parseInt(readFileSync(pidFile(home), 'utf8'), 10);
  const isServer = /(redis|valkey)-server/.test(commandLine(pid) ?? '');
  if (isServer && (workingDirectory(pid) ?? home) === home) await endProcess(pid, 'SIGTERM', STOP_TIMEOUT_MS);
}

/** Whether this process answers. While it reads its file after a start it answers "-LOADING" to a ping. */
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
