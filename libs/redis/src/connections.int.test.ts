import { waitUntil } from '@inlet/local-servers/wait-until';
import { expectFailureAtOnce, gaveUp, type OwnRedis, startOwnRedis, succeeds } from '@inlet/testing/own-redis';
import { openRedisProxy } from '@inlet/testing/redis-proxy';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { waitUntilConnected } from '#connections.ts';

let server: OwnRedis;

beforeEach(async () => {
  server = await startOwnRedis();
});

describe('a client', () => {
  it('fails at once while Redis is away, and works again soon after it is back', async () => {
    const redis = await server.connect('client');
    await server.stop();
    await waitUntil(() => redis.status !== 'ready');
    await expectFailureAtOnce(redis.ping());
    await server.start();
    await waitUntil(() => succeeds(() => redis.ping()));
  });

  it('fails in time while Redis hangs, and works again when it goes on', async () => {
    const redis = await server.connect('client');
    await server.whileHung(() => expect(redis.ping()).rejects.toThrow(gaveUp));
    await waitUntil(() => succeeds(() => redis.ping()));
  });

  it('fails at once when Redis hung before there was a connection', async () => {
    await server.whileHung(() => expectFailureAtOnce(server.open('client').ping()));
  });

  it('works again soon after its line went silent without a word to either end', async () => {
    const way = await openRedisProxy(server.port);
    const redis = await server.connect('client', way.url);
    way.goSilent();
    await expect(redis.ping()).rejects.toThrow();
    await waitUntil(() => succeeds(() => redis.ping()));
    expect(way.connectionCount()).toBe(2);
  });

  it('asks a Redis that still reads its data from disk again and again, and not after the seconds that it guesses', async () => {
    const way = await openRedisProxy(server.port);
    way.sayLoading(20);
    const redis = server.open('client', way.url);
    await waitUntil(() => redis.status === 'ready');
  });

  it('can be opened while Redis is away', async () => {
    await server.stop();
    const redis = server.open('client');
    await waitUntilConnected(redis, 300);
    await server.start();
    await waitUntil(() => succeeds(() => redis.ping()));
  });

  it('is known to Redis by its name', async () => {
    const redis = await server.connect('client');
    expect(await redis.client('GETNAME')).toBe('test-client');
  });
});

describe('the log', () => {
  it('logs once that Redis is away and once that it is back, however often the connection tried', async () => {
    const redis = await server.connect('client');
    await server.stop();
    const attempts = vi.fn();
    redis.on('error', attempts);
    await waitUntil(() => attempts.mock.calls.length >= 3);
    await server.start();
    await waitUntil(() => server.logged.includes('redis: reconnected'));
    expect(server.logged).toEqual(['redis: connection lost', 'redis: reconnected']);
  });
});

describe('a consumer', () => {
  it('is connected anew when its connection went silent, and then sends the waiting command', async () => {
    const way = await openRedisProxy(server.port);
    const redis = await server.connect('consumer', way.url);
    way.goSilent();
    expect(await redis.ping()).toBe('PONG');
    expect(way.connectionCount()).toBe(2);
  });
});

describe('a subscriber', () => {
  it('resubscribes after an outage on its own', async () => {
    const subscriber = await server.connect('subscriber');
    const heard: string[] = [];
    subscriber.on('message', (_, message) => heard.push(message));
    await subscriber.subscribe('changes');
    await server.stop();
    await waitUntil(() => subscriber.status !== 'ready');
    await server.start();
    await waitUntil(() => subscriber.status === 'ready');
    const client = await server.connect('client');
    await waitUntil(async () => (await client.publish('changes', 'form-a')) === 1);
    await waitUntil(() => heard.length > 0);
    expect(heard).toEqual(['form-a']);
  });
});
