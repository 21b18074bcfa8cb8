import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { createLogger } from '@inlet/service/logger';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { waitUntil } from '@inlet/testing/wait-until';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openRedis } from '#connections.ts';
import { announceStored, type StoredBatch } from '#stored-stream.ts';
import { readStored } from '#stored-stream-reader.ts';

const form = randomUUID();

type Heard = { readonly history: readonly StoredBatch[] } | { readonly batch: StoredBatch };

/** A reader of a stream of the test's own, and the batches that it has heard. */
async function openReader({ idleTimeoutMs = 1_000, before = 0, port = 0 } = {}) {
  const { redis, keys, connect } = await openTestRedis();
  const announce = async (count = 1) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids) await announceStored(redis, keys, [{ id, formId: form }]);
    return ids;
  };
  const earlier = await announce(before);
  const heard: Heard[] = [];
  const logged: string[] = [];
  const write = (line: string) => {
    logged.push(JSON.parse(line).msg);
  };
  const reading = port === 0 ? await connect('consumer') : openOver(port);
  const reader = readStored({
    redis: reading,
    keys,
    logger: createLogger({ service: 'test', level: 'info' }, { write }),
    idleTimeoutMs,
    onHistory: async (history) => {
      heard.push({ history });
    },
    onBatch: async (batch) => {
      heard.push({ batch });
    },
  });
  onTestFinished(reader.close);
  const histories = () => heard.flatMap((item) => ('history' in item ? [idsIn(item.history)] : []));
  const batches = () => idsIn(heard.flatMap((item) => ('batch' in item ? [item.batch] : [])));
  await waitUntil(() => histories().length === 1, { what: 'the reader to know what there is' });
  return { redis, keys, reading, reader, announce, earlier, histories, batches, logged };
}

function openOver(port: number) {
  const logger = createLogger({ service: 'test', level: 'silent' });
  return openRedis({ role: 'consumer', url: `redis://127.0.0.1:${port}`, name: 'test', logger });
}

/** A way to Redis whose connections can go dead: they stay open, and nothing comes through any more. */
async function openFreezingWay() {
  const { redis } = await openTestRedis();
  const { host = '127.0.0.1', port = 0 } = redis.options;
  let pairs: (readonly [Socket, Socket])[] = [];
  const server = createServer((near) => {
    const far = connectTo({ host, port });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('close', () => far.destroy());
    pairs.push([near, far]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of pairs.flat()) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
      pairs = [];
    },
  };
}

function idsIn(batches: readonly StoredBatch[]): string[] {
  return batches.flatMap(({ forms }) => forms.flatMap(({ ids }) => ids ?? []));
}

describe('the reader of what is stored', () => {
  it('hears of all that there is, over several pages, and then of each that follows, in order', async () => {
    const { announce, earlier, histories, batches } = await openReader({ before: 450 });
    const later = await announce(3);
    await waitUntil(() => batches().length === 3);
    expect(histories()).toEqual([earlier]);
    expect(batches()).toEqual(later);
  });

  it('reads what comes closely together at once, and is not woken by each', async () => {
    const { announce, batches, reading } = await openReader();
    const reads = vi.spyOn(reading, 'xread');
    const startMs = performance.now();
    const ids = await announce(100);
    await waitUntil(() => batches().length === 100);
    expect(batches()).toEqual(ids);
    expect(reads.mock.calls.length).toBeLessThan(3 + (performance.now() - startMs) / 40);
  });

  it('hears of the first one there ever was', async () => {
    const { announce, histories, batches } = await openReader();
    const ids = await announce();
    await waitUntil(() => batches().length === 1);
    expect([histories(), batches()]).toEqual([[[]], ids]);
  });

  it('misses nothing and repeats nothing when its connection breaks', async () => {
    const { redis, reading, announce, batches, histories } = await openReader({ before: 1 });
    const ids = await announce(2);
    for (let n = 0; n < 3; n += 1) {
      const id = await waitUntil(() => (reading.status === 'ready' ? reading.client('ID') : 0));
      await redis.client('KILL', 'ID', id);
      ids.push(...(await announce(2)));
    }
    await waitUntil(() => batches().length >= ids.length);
    expect(batches()).toEqual(ids);
    expect(histories()).toHaveLength(1);
  });

  it('begins anew when Redis has forgotten where it was', async () => {
    const { redis, keys, announce, histories, batches } = await openReader({ before: 2 });
    await redis.del(keys.stored);
    await waitUntil(() => histories().length === 2, { what: 'the loss to be noticed' });
    expect(histories()[1]).toEqual([]);
    const ids = await announce(2);
    await waitUntil(() => batches().length === 2);
    expect(batches()).toEqual(ids);
  });

  it('begins anew when what came meanwhile was more than is kept', async () => {
    const { redis, keys, announce, histories } = await openReader({ before: 2 });
    const fields = ['forms', JSON.stringify([[form, 21]])] as const;
    // In one step, as they look to a reader who was away: the stream keeps no entry that it has seen.
    await redis
      .multi()
      .xadd(keys.stored, '*', ...fields)
      .xadd(keys.stored, 'MAXLEN', 1, '*', ...fields)
      .exec();
    await waitUntil(() => histories().length === 2, { what: 'the gap to be noticed' });
    expect(await announce()).toHaveLength(1);
  });

  it('notices when the clock of a new Redis is behind the old one', async () => {
    const { redis, keys, histories, batches } = await openReader({ before: 2 });
    const id = randomUUID();
    const text = JSON.stringify([[form, [id]]]);
    await redis.multi().del(keys.stored).xadd(keys.stored, '5-0', 'forms', text).exec();
    await waitUntil(() => histories().length === 2, { what: 'the loss to be noticed' });
    expect([histories()[1], batches()]).toEqual([[id], []]);
  });

  it('leaves out entries that it cannot read', async () => {
    const { redis, keys, announce, batches } = await openReader();
    await redis.xadd(keys.stored, '*', 'forms', 'nonsense');
    const ids = await announce();
    await waitUntil(() => batches().length === 1);
    expect(batches()).toEqual(ids);
  });

  it('goes on after Redis has refused it', async () => {
    const { redis, keys, announce, batches, logged } = await openReader();
    await redis.set(keys.stored, 'not a stream');
    await waitUntil(() => logged.includes('stored-submissions stream: read failed'));
    await redis.del(keys.stored);
    const ids = await announce();
    await waitUntil(() => batches().length === 1);
    expect(batches()).toEqual(ids);
  });

  it('connects anew when its connection looks alive and is dead', async () => {
    const way = await openFreezingWay();
    const { announce, batches } = await openReader({ port: way.port });
    way.freeze();
    const ids = await announce();
    await waitUntil(() => batches().length === 1);
    expect(batches()).toEqual(ids);
  });

  it('ends while it waits', async () => {
    const { reader } = await openReader({ idleTimeoutMs: 60_000 });
    await reader.close();
  });
});
