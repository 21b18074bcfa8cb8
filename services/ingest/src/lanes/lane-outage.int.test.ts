import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { lanePrefix } from '@inlet/redis/lanes';
import { closeWithTest } from '@inlet/testing/close-with-test';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { expect, it, onTestFinished } from 'vitest';
import { startTestIngest } from '#ingest.test-setup.ts';
import { measured, numbersIn, queuedIn, readiness, submit } from '#lanes/lanes.test-setup.ts';

const testTimeoutMs = 180_000;
/** A busy machine elects, connects and reads late. */
const withinMs = 60_000;

/** A worker that keeps what each lane sends directly. */
async function startWorker() {
  const stored: { readonly lane: number | undefined; readonly n: number }[] = [];
  const flushed: (number | undefined)[] = [];
  const server = await serve(async (request, response) => {
    const { lane, quotas = [], batch } = JSON.parse((await text(request)) || '{}');
    if (batch) stored.push(...numbersIn(batch).map((n) => ({ lane, n })));
    else if (request.url?.endsWith('/flush')) flushed.push(lane);
    const room = quotas.map(({ limit }: { readonly limit: number }) => limit);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(batch ? { isStored: true, room } : { isFlushed: true, uncounted: [] }));
  });
  return { ...server, stored, flushed };
}

/** An account that grants every upload, and makes no counter. */
const startAccount = () =>
  serve((request, response) => {
    request.resume();
    if (request.url === '/internal/counters') return void response.writeHead(204).end();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ outcome: 'granted', bytes: 1_000_000, limit: 1_000_000_000 }));
  });

async function serve(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Two lanes on different masters, which have no replicas, and an account in each. */
async function open() {
  const cluster = await startOwnCluster({ prefix: 'lanes', replicas: 0, persistent: true });
  const { prefix, masters } = await findPrefix(cluster);
  const [worker, account] = await Promise.all([startWorker(), startAccount()]);
  const starting = startTestIngest({
    ...{ redis: { url: cluster.url, prefix }, accountUrl: account.url, workerUrl: worker.url },
    env: { REDIS_LANES: '2', FILES_FOLDER: await createDisposableFolder() },
  });
  const ingest = await closeWithTest(starting, ({ close }) => close());
  const files = { types: [] };
  const endpointIds = [await ingest.addForm({ files }), await ingest.addForm({ files, lane: 1 })] as const;
  let sent = 0;
  const acknowledged: [number[], number[]] = [[], []];
  async function send(lane: 0 | 1): Promise<number> {
    sent += 1;
    const n = sent;
    const status = await submit(ingest, endpointIds[lane], n);
    if (status === 200) acknowledged[lane].push(n);
    return status;
  }
  /** Sends to both lanes at once, and returns the statuses that were not 200. */
  async function sendToBoth(count: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let round = 0; round < count; round += 1) statuses.push(...(await Promise.all([send(0), send(1)])));
    return statuses.filter((status) => status !== 200);
  }
  const queuedInMain = async () => (await queuedIn(ingest.laneAt(0))).length;
  return {
    ...{ masters, worker, ingest, send, acknowledged, sendToBoth },
    sendFile: async (lane: 0 | 1) => {
      const body = new FormData();
      body.set('n', '0');
      body.set('file', new Blob(['Hello']), 'hello.txt');
      const response = await fetch(`${ingest.url}/f/${endpointIds[lane]}`, { method: 'POST', body });
      await response.arrayBuffer();
      return response.status;
    },
    /** Sends to both lanes until lane 0 has queued more. It would not, if it waited for the end of the other lane's outage. */
    sendUntilQueued: async (count: number) => {
      const goal = (await queuedInMain()) + count;
      const refused: number[] = [];
      const isQueued = async () => {
        refused.push(...(await sendToBoth(5)));
        return (await queuedInMain()) >= goal;
      };
      await waitUntil(isQueued, { timeoutMs: withinMs, what: 'lane 0 to queue' });
      return refused;
    },
    untilPath: (lane: number, path: 'queue' | 'direct') => {
      const isTaken = async () =>
        (await measured(ingest, 'inlet_direct_path', `lane="${lane}"`)) === Number(path === 'direct');
      return waitUntil(isTaken, { timeoutMs: withinMs, what: `lane ${lane} to take the ${path} path` });
    },
    untilReadiness: (status: number, away: readonly string[]) => {
      const wanted = JSON.stringify({ status, away });
      const isWanted = async () => JSON.stringify(await readiness(ingest)) === wanted;
      return waitUntil(isWanted, { timeoutMs: withinMs, what: `the readiness to be ${wanted}` });
    },
  };
}

/** The slots of two lanes are chance, and may have the same master. */
async function findPrefix({ holders }: Awaited<ReturnType<typeof startOwnCluster>>) {
  for (let n = 0; ; n += 1) {
    const prefix = `lanes-${n}`;
    const [first, second] = await Promise.all([holders(prefix), holders(lanePrefix(prefix, 1))]);
    if (first.master !== second.master) return { prefix, masters: [first.master, second.master] as const };
  }
}

/** A batch may take both paths under the same ids; the database stores it once. */
async function expectKept({ worker, ingest, acknowledged }: Awaited<ReturnType<typeof open>>) {
  for (const lane of [0, 1] as const) {
    const directly = worker.stored.filter((one) => one.lane === (lane === 0 ? undefined : lane)).map(({ n }) => n);
    const kept = new Set([...(await queuedIn(ingest.laneAt(lane))), ...directly]);
    expect(acknowledged[lane].filter((n) => !kept.has(n))).toEqual([]);
  }
}

it('a lane whose master hangs goes directly, and the other one keeps its queue', {
  timeout: testTimeoutMs,
}, async () => {
  const opened = await open();
  const { masters, worker, ingest, sendFile, sendToBoth, sendUntilQueued, untilPath, untilReadiness } = opened;
  expect(await sendToBoth(5)).toEqual([]);
  process.kill(masters[1].pid(), 'SIGSTOP');
  try {
    expect(await sendUntilQueued(30)).toEqual([]);
    await untilReadiness(200, ['redis of lane 1']);
    // Files need a queue.
    expect([await sendFile(0), await sendFile(1)]).toEqual([200, 503]);
  } finally {
    process.kill(masters[1].pid(), 'SIGCONT');
  }
  expect(worker.stored.filter(({ lane }) => lane === 1).length).toBeGreaterThanOrEqual(30);
  await untilPath(1, 'queue');
  const queued = (await queuedIn(ingest.laneAt(1))).length;
  expect(await sendToBoth(5)).toEqual([]);
  expect((await queuedIn(ingest.laneAt(1))).length).toBeGreaterThan(queued);
  expect(worker.flushed).toContain(1);
  await expectKept(opened);
});

it('a lane whose master is gone goes directly until it is back, and the process takes traffic while one lane works', {
  timeout: testTimeoutMs,
}, async () => {
  const opened = await open();
  const { masters, worker, ingest, send, sendToBoth, sendUntilQueued, untilPath, untilReadiness } = opened;
  expect(await sendToBoth(5)).toEqual([]);
  await masters[1].kill();
  expect(await sendUntilQueued(30)).toEqual([]);
  await masters[1].revive();
  await untilPath(1, 'queue');
  const queued = (await queuedIn(ingest.laneAt(1))).length;
  expect(await sendToBoth(5)).toEqual([]);
  expect((await queuedIn(ingest.laneAt(1))).length).toBeGreaterThan(queued);
  await expectKept(opened);

  await masters[1].kill();
  worker.stop();
  await untilPath(1, 'direct');
  expect([await send(0), await send(1)]).toEqual([200, 503]);
  await untilReadiness(200, ['redis of lane 1']);
  await masters[0].kill();
  await untilReadiness(503, ['redis', 'redis of lane 1', 'redis or worker']);
});
