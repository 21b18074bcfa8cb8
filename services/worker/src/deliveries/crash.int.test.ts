import { fileURLToPath } from 'node:url';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { startServiceProcess } from '@inlet/testing/service-process';
import { expect, it, onTestFinished } from 'vitest';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';

/** What a worker leaves behind when it dies is taken over after ten to fifteen seconds. */
const timeoutMs = 90_000;
const testTimeoutMs = 240_000;
const program = fileURLToPath(new URL('../main.ts', import.meta.url));

async function startWorker(env: DeliveryTest['env']) {
  const worker = await startServiceProcess({ program, env });
  onTestFinished(async () => void (await worker.stop()));
  return worker;
}

/** How often an event came again after the first time. */
const repeats = ({ received, ids }: Receiver) => received.length - new Set(ids()).size;

it('loses nothing, and repeats at most one delivery of a target for each crash, when the worker and Redis are killed', {
  timeout: testTimeoutMs,
}, async () => {
  const test = await openDeliveryTest();
  const dir = await createDisposableFolder();
  const first = await startRedisServer({ dir });
  let redis = first;
  onTestFinished(() => redis.stop());
  const env = { ...test.env, REDIS_URL: first.url };

  const orders = ['best_effort', 'strict', 'strict'] as const;
  const receivers = await Promise.all(orders.map(() => startReceiver()));
  for (const [index, order] of orders.entries()) {
    const receiver = receivers[index];
    if (!receiver) continue;
    receiver.answer = () => ({ afterMs: 5 });
    await test.addTarget(receiver.url, { order });
  }
  const ids = await test.submit(300);
  const each = (count: number) => receivers.every(({ received }) => received.length >= count);

  const dying = await startWorker(env);
  await waitUntil(() => each(50), { timeoutMs, what: 'the first deliveries' });
  process.kill(dying.pid, 'SIGKILL');
  await dying.exited;
  await startWorker(env);
  await waitUntil(() => each(150), { timeoutMs, what: 'another worker to take over' });
  process.kill(redis.pid, 'SIGKILL');
  await redis.exited;
  redis = await startRedisServer({ dir, port: first.port });
  await waitUntil(async () => (await test.owner.prisma.delivery.count()) === 0, { timeoutMs, what: 'all deliveries' });

  for (const receiver of receivers) {
    expect(new Set(receiver.ids())).toEqual(new Set(ids));
    expect(repeats(receiver)).toBeLessThanOrEqual(2);
  }
  for (const receiver of receivers.slice(1)) {
    const seen = receiver.ids();
    expect(seen.filter((id, index) => seen.indexOf(id) === index)).toEqual(ids);
  }
});
