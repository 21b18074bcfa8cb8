import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { openRedis, type RedisConnection, waitUntilConnected } from '@inlet/redis/connections';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { upkeep } from '#background-work.ts';
import { announceForm } from '#forms/directory/announce-form.ts';
import { createDirectoryRelay, type DirectoryRelay, type RelayOptions } from '#forms/directory/relay.ts';

let account: TestAccount;
let subscriber: RedisConnection;
let form: Form;
/** The published endpoint ids, in order. */
let published: string[];

beforeAll(async () => {
  account = await startTestAccount();
  const { config, logger } = account.deps;
  subscriber = openRedis({ role: 'subscriber', url: config.REDIS_URL, name: 'test', logger });
  await waitUntilConnected(subscriber, 60_000);
  await subscriber.subscribe(account.keys.formChanges);
  subscriber.on('message', (_channel, endpointId) => published.push(endpointId));
});
afterAll(async () => {
  subscriber.disconnect();
  await account.close();
});
beforeEach(async () => {
  published = [];
  const { prisma } = account.deps.database;
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});

type Own = Partial<Pick<RelayOptions, 'redis' | 'monthCounters'>>;
const openRelay = ({
  redis = account.deps.redis,
  monthCounters = account.deps.monthCounters,
}: Own = {}): DirectoryRelay => createDirectoryRelay({ ...account.deps, redis, monthCounters, keys: account.keys });

function change({ id, endpointId }: Form, data: Partial<Pick<Form, 'name' | 'isActive'>>): Promise<void> {
  return account.deps.database.prisma.$transaction(async (tx) => {
    await tx.form.update({ where: { id }, data });
    await announceForm(tx, endpointId);
  });
}

async function entryOf({ endpointId }: Form): Promise<unknown> {
  const text = await account.deps.redis.get(account.keys.form(endpointId));
  return text === null ? null : JSON.parse(text);
}
const announcedCount = () => account.deps.database.prisma.outboxEntry.count();
const untilPublished = (id: string) => waitUntil(() => published.includes(id), { what: `${id} to be published` });

describe('the directory relay', () => {
  it('brings an announced change to Redis, publishes it and forgets it', async () => {
    await change(form, { isActive: false });
    await openRelay().deliver();
    const { id, userId, name, allowedOrigins } = form;
    expect(await entryOf(form)).toEqual({
      id,
      userId,
      name,
      isActive: false,
      allowedOrigins,
      submissionLimit: 5_000,
      byteLimit: 5_000_000_000,
      bodyMaxBytes: null,
    });
    await untilPublished(form.endpointId);
    expect(await announcedCount()).toBe(0);
  });

  it('does not announce a change that was rolled back', async () => {
    const undone = account.deps.database.prisma.$transaction(async (tx) => {
      await announceForm(tx, form.endpointId);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await openRelay().deliver();
    expect(await entryOf(form)).toBeNull();
  });

  it('removes the entry of a form that was deleted', async () => {
    await change(form, {});
    await openRelay().deliver();
    expect(await entryOf(form)).not.toBeNull();
    published = [];
    await account.deps.database.prisma.$transaction(async (tx) => {
      await tx.form.delete({ where: { id: form.id } });
      await announceForm(tx, form.endpointId);
    });
    await openRelay().deliver();
    expect(await entryOf(form)).toBeNull();
    await untilPublished(form.endpointId);
  });

  it('delivers everything when more was announced than it takes at once', async () => {
    const data = Array.from({ length: 1_000 }, (_, n) => ({ topic: 'form', key: `absent${n}` }));
    await account.deps.database.prisma.outboxEntry.createMany({ data });
    await change(form, { name: 'The last one' });
    await openRelay().deliver();
    expect(await entryOf(form)).toMatchObject({ name: 'The last one' });
    expect(await announcedCount()).toBe(0);
  });

  it('delivers the next change while the counters of a lane are waited for, and is idle after them', async () => {
    const counters = Promise.withResolvers<void>();
    const relay = openRelay({ monthCounters: { ...account.deps.monthCounters, make: () => counters.promise } });
    await change(form, { name: 'First' });
    const [first, isIdle] = [relay.deliver(), vi.fn()];
    await waitUntil(async () => (await announcedCount()) === 0, { what: 'the first change to be delivered' });
    await change(form, { name: 'Second' });
    await relay.look();
    expect(await entryOf(form)).toMatchObject({ name: 'Second' });
    const idle = relay.idle().then(isIdle);
    await new Promise(setImmediate);
    expect(isIdle).not.toHaveBeenCalled();
    counters.resolve();
    await Promise.all([first, idle]);
  });

  it('delivers what a process announced that crashed before delivering it', async () => {
    await change(form, { name: 'Left behind' });
    const relay = openRelay();
    onTestFinished(startBackgroundWork({ row: upkeep.directory }, { ...account.deps, relay }).close);
    await untilPublished(form.endpointId);
    expect(await entryOf(form)).toMatchObject({ name: 'Left behind' });
  });

  it('leaves the newest state behind when two processes deliver at once', async () => {
    const slow = holdingBack(account.deps.redis);
    await change(form, { name: 'Old' });
    const first = openRelay(slow).deliver();
    await slow.reached;
    await change(form, { name: 'New' });
    let isSecondDone = false;
    const second = openRelay()
      .deliver()
      .then(() => {
        isSecondDone = true;
      });
    await waitUntil(async () => isSecondDone || (await isSomebodyWaitingForTheLock()));
    slow.letGo();
    await Promise.all([first, second]);
    expect(await entryOf(form)).toMatchObject({ name: 'New' });
  });

  it('keeps what is announced while it writes for the next delivery', async () => {
    const slow = holdingBack(account.deps.redis);
    await change(form, { name: 'Old' });
    const relay = openRelay(slow);
    const first = relay.deliver();
    await slow.reached;
    await change(form, { name: 'New' });
    slow.letGo();
    await first;
    expect(await announcedCount()).toBe(1);
    await relay.deliver();
    expect(await entryOf(form)).toMatchObject({ name: 'New' });
  });

  it('is idle only when the delivery under way is over', async () => {
    const slow = holdingBack(account.deps.redis);
    await change(form, { name: 'Under way' });
    const relay = openRelay(slow);
    const order: string[] = [];
    const delivery = relay.deliver().then(() => order.push('delivered'));
    await slow.reached;
    const idle = relay.idle().then(() => order.push('idle'));
    slow.letGo();
    await Promise.all([delivery, idle]);
    expect(order).toEqual(['delivered', 'idle']);
  });
});

describe('the directory in a Redis that has lost everything', () => {
  it('is written anew with every form, and complete only then', async () => {
    const { prisma } = account.deps.database;
    const { id: userId } = await buildUser(prisma);
    // More than one page of forms.
    await prisma.form.createMany({
      data: Array.from({ length: 1_100 }, (_, n) => {
        const number = String(n).padStart(12, '0');
        return { id: `01890000-0000-7000-8000-${number}`, userId, name: `Form ${n}`, endpointId: number };
      }),
    });
    await deleteDirectory();
    const relay = openRelay();
    onTestFinished(startBackgroundWork({ row: upkeep.directory }, { ...account.deps, relay }).close);
    await waitUntil(() => account.deps.redis.exists(account.keys.formsComplete), {
      what: 'the directory to be complete',
    });

    const forms = await prisma.form.findMany();
    const entries = await account.deps.redis.mget(forms.map(({ endpointId }) => account.keys.form(endpointId)));
    expect(entries.map((text) => text && JSON.parse(text))).toEqual(
      forms.map(({ id, userId: owner, name, isActive, allowedOrigins }) => ({
        id,
        userId: owner,
        name,
        isActive,
        submissionLimit: 5_000,
        byteLimit: 5_000_000_000,
        bodyMaxBytes: null,
        allowedOrigins,
      })),
    );
  });

  async function deleteDirectory(): Promise<void> {
    const { redis } = account.deps;
    await redis.del(account.keys.formsComplete);
    const forms = await account.deps.database.prisma.form.findMany();
    await redis.del(forms.map(({ endpointId }) => account.keys.form(endpointId)));
  }
});

/** A Redis whose pipelines are only sent when a test releases them; `reached` resolves when the first one is ready. */
function holdingBack(real: RedisConnection) {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const redis = new Proxy(real, {
    get(target, name) {
      if (name !== 'pipeline') return Reflect.get(target, name, target);
      return () => {
        const pipeline = target.pipeline();
        const exec = pipeline.exec.bind(pipeline);
        pipeline.exec = async () => {
          reach();
          await released;
          return exec();
        };
        return pipeline;
      };
    },
  });
  return { redis, reached, letGo };
}

async function isSomebodyWaitingForTheLock(): Promise<boolean> {
  const { rows } = await account.deps.database.pool.query(
    `select from pg_locks where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length > 0;
}
