import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RedisProxy {
  readonly url: string;
  /** The number of connections so far. */
  readonly connectionCount: () => number;
  /** Breaks the connection of the next reply before the client receives it. */
  readonly loseNextAnswer: () => void;
  /** Breaks the connection on which this command comes next, before Redis receives it. */
  readonly loseNext: (command: string) => void;
  /** Makes Redis report this many times that it is still loading its data. */
  readonly sayLoading: (times: number) => void;
  /** Breaks all connections, and returns their number. */
  readonly breakAll: () => number;
  /** Forwards new connections to another server, like a name whose address has changed. */
  readonly leadTo: (redisPort: number) => void;
  /** Stops forwarding on the open connections without closing either end. */
  readonly goSilent: () => void;
  /** Holds back the replies of Redis, which continues its work, until the result is called. */
  readonly holdAnswers: () => () => void;
}

/** A proxy to Redis that simulates network failures; it closes after the test. */
export async function openRedisProxy(redisPort: number): Promise<RedisProxy> {
  let goal = redisPort;
  const sockets: Socket[] = [];
  const nears: Socket[] = [];
  let connections = 0;
  let losesNext = false;
  let lost: string | null = null;
  let loadingLeft = 0;
  let held: (() => void)[] | null = null;
  const asLoading = (answer: Buffer): Buffer => {
    const at = loadingLeft > 0 ? answer.indexOf('loading:0') : -1;
    if (at === -1) return answer;
    loadingLeft -= 1;
    answer.write('loading:1', at);
    return answer;
  };
  const server = createServer((near) => {
    connections += 1;
    const far = connect(goal, '127.0.0.1');
    near.on('data', (bytes) => {
      const at = lost === null ? -1 : bytes.indexOf(`*1\r\n$${lost.length}\r\n${lost}\r\n`);
      if (silenced.has(far)) return;
      far.write(at === -1 ? bytes : bytes.subarray(0, at));
      if (at === -1) return;
      lost = null;
      near.destroy();
    });
    far.on('data', (answer) => {
      if (held) held.push(() => near.write(answer));
      else if (losesNext) near.destroy();
      else if (!silenced.has(far)) near.write(asLoading(answer));
      losesNext = false;
    });
    near.on('close', () => far.end());
    for (const socket of [near, far]) socket.on('error', () => undefined);
    sockets.push(near, far);
    nears.push(near);
  });
  const silenced = new Set<Socket>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connectionCount: () => connections,
    loseNextAnswer: () => {
      losesNext = true;
    },
    loseNext: (command) => {
      lost = command;
    },
    sayLoading: (times) => {
      loadingLeft = times;
    },
    breakAll: () => {
      const open = nears.filter((socket) => !socket.destroyed);
      for (const socket of open) socket.destroy();
      return open.length;
    },
    leadTo: (port) => {
      goal = port;
    },
    goSilent: () => {
      for (const socket of sockets) silenced.add(socket);
    },
    holdAnswers: () => {
      held = [];
      return () => {
        const answers = held ?? [];
        held = null;
        for (const answer of answers) answer();
      };
    },
  };
}
