import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFolders } from '#config.ts';
import { freePort } from '#free-port.ts';
import { sentinelBinary } from '#redis-binary.ts';
import { answers } from '#redis-server.ts';
import { serverHome } from '#server-home.ts';
import { type EmbeddedServer, launchServer } from '#server-process.ts';
import { serverUser } from '#server-user.ts';

type Options = {
  dir: string;
  /** The name of the primary; `primaryPort` is its initial port. */
  name: string;
  primaryPort: number;
  /** The silence after which the primary counts as down. */
  downAfterMs: number;
  /** The password of the primary and its replicas. */
  password?: string;
  /** The number of Sentinels that must agree; with one, it decides alone. */
  quorum?: number;
};

const FAILOVER_TIMEOUT_MS = 3_000;

/** Starts a private Sentinel on loopback that watches one Redis and its replicas. */
export async function startRedisSentinel(options: Options): Promise<EmbeddedServer> {
  const { dir, name, primaryPort, downAfterMs, password, quorum = 1 } = options;
  const program = sentinelBinary(programFolders());
  const user = serverUser();
  const home = serverHome(dir, user, () => {});
  const port = await freePort();
  // Sentinel writes its state to this file, and does not start without one.
  const file = join(home, 'sentinel.conf');
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${home}`,
    `sentinel monitor ${name} 127.0.0.1 ${primaryPort} ${quorum}`,
    `sentinel down-after-milliseconds ${name} ${downAfterMs}`,
    `sentinel failover-timeout ${name} ${FAILOVER_TIMEOUT_MS}`,
    ...(password === undefined ? [] : [`sentinel auth-pass ${name} "${password}"`]),
  ];
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o600 });
  if (user) chownSync(file, user.uid, user.gid);
  const server = await launchServer({
    name: 'Sentinel',
    program,
    args: [file],
    home,
    user,
    logFile: join(home, 'sentinel.log'),
    stopSignal: 'SIGTERM',
    isReady: (pid) => answers(port, pid),
  });
  return { ...server, port, url: `redis+sentinel://127.0.0.1:${port}/${name}` };
}
