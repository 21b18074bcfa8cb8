import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { programFolders } from '#config.ts';
import { findProgram } from '#find-program.ts';
import { freePort } from '#free-port.ts';
import { serverHome } from '#server-home.ts';
import { type EmbeddedServer, launchServer } from '#server-process.ts';
import { serverUser } from '#server-user.ts';

interface Options {
  readonly dir: string;
  readonly mode: 'session' | 'transaction';
  /** Addresses of the roles that sign in; all lead to the same server. */
  readonly urls: readonly [string, ...string[]];
}

/** Connections to the server of each role in each database: fewer than the clients have. */
const poolSize = 5;
const missing = 'pgbouncer is missing: install it (Debian, Ubuntu: sudo apt-get install pgbouncer)';

/** Starts a private PgBouncer on loopback in front of a PostgreSQL. `npm test` installs it before the first test. */
export async function startPgBouncer({ dir, mode, urls }: Options): Promise<EmbeddedServer> {
  // Debian keeps it where the path of a plain user does not lead.
  const program = findProgram(['pgbouncer'], `${programFolders()}:/usr/sbin`);
  if (program === undefined) throw new Error(missing);
  const user = serverUser();
  const home = serverHome(dir, user, () => {});
  const port = await freePort();
  const { hostname, port: serverPort } = new URL(urls[0]);
  const users = urls.map((url) => {
    const { username, password } = new URL(url);
    return `${quote(username)} ${quote(password)}`;
  });
  const [file, usersFile] = [join(home, 'pgbouncer.ini'), join(home, 'users.txt')];
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${usersFile}`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${mode === 'transaction' ? poolSize : 100}`,
  ];
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o600 });
  writeFileSync(usersFile, `${users.join('\n')}\n`, { mode: 0o600 });
  if (user) for (const path of [file, usersFile]) chownSync(path, user.uid, user.gid);
  const server = await launchServer({
    name: 'PgBouncer',
    program,
    args: ['-q', file],
    home,
    user,
    logFile: join(home, 'pgbouncer.log'),
    stopSignal: 'SIGTERM',
    isReady: () => accepts(port),
  });
  return { ...server, port, url: `postgresql://127.0.0.1:${port}` };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function quote(encoded: string): string {
  return `"${decodeURIComponent(encoded).replaceAll('"', '""')}"`;
}
