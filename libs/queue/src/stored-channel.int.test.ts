import { waitUntil } from '@inlet/testing/wait-until';
import { describe, expect, it } from 'vitest';
import { openTestRedis } from '#queue.test-setup.ts';
import { announceStored, parseStored } from '#stored-channel.ts';

async function listen() {
  const { redis, keys, connect } = await openTestRedis();
  const subscriber = await connect('subscriber');
  const heard: string[][] = [];
  subscriber.on('message', (_channel, message) => heard.push(parseStored(message)));
  await subscriber.subscribe(keys.stored);
  return { redis, keys, heard };
}

describe('the channel of what was stored', () => {
  it('names each form once to everybody who listens', async () => {
    const { redis, keys, heard } = await listen();
    await announceStored(redis, keys, ['a', 'b', 'a']);
    await waitUntil(() => heard.length > 0);
    expect(heard).toEqual([['a', 'b']]);
  });

  it('is silent about nothing', async () => {
    const { redis, keys, heard } = await listen();
    await announceStored(redis, keys, []);
    await announceStored(redis, keys, ['after']);
    await waitUntil(() => heard.length > 0);
    expect(heard).toEqual([['after']]);
  });

  it('needs nobody to listen', async () => {
    const { redis, keys } = await openTestRedis();
    await expect(announceStored(redis, keys, ['a'])).resolves.toBeUndefined();
  });

  it('refuses what is no such message', () => {
    expect(() => parseStored('{"forms":1}')).toThrow();
  });
});
