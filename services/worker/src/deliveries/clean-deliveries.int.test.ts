import { randomUUID } from 'node:crypto';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { removals } from '#deliveries/removals.store.ts';

const dayMs = 86_400_000;
/** Nobody listens there, and nothing is sent. */
const url = 'http://127.0.0.1:9/';

let test: DeliveryTest;

beforeEach(async () => {
  test = await openDeliveryTest();
});

async function clean(): Promise<void> {
  for (const remove of Object.values(removals)) while ((await remove(test.deps.pool, 7, test.now())) > 0);
}
const waitingFor = (targetId: string) => test.owner.prisma.delivery.count({ where: { targetId } });
const addAttempt = (targetId: string, daysAgo: number) =>
  test.owner.prisma.deliveryAttempt.create({
    data: {
      id: uuidv7({ msecs: Date.now() }),
      targetId,
      eventId: randomUUID(),
      type: 'submission.created',
      number: 1,
      state: 'succeeded',
      durationMs: 1,
      startedAt: new Date(Date.now() - daysAgo * dayMs),
    },
  });

describe('what waits', () => {
  it.each(['paused', 'disabled'])('for a target that is %s is kept for thirty days', async (state) => {
    const { id } = await test.addTarget(url, { state });
    await test.submit(20);
    test.advance(29 * dayMs);
    await clean();
    expect(await waitingFor(id)).toBe(20);
    test.advance(2 * dayMs);
    await clean();
    expect(await waitingFor(id)).toBe(0);
  });

  it.each([
    ['best_effort', 11],
    ['strict', 20],
  ])(
    'for an active target is kept, and what failed goes after thirty days but in the order strict: %s',
    async (order, left) => {
      const { id } = await test.addTarget(url, { order });
      await test.submit(20);
      await test.owner.pool.query(
        `update deliveries set state = 'failed' where id in (select id from deliveries limit 9)`,
      );
      test.advance(29 * dayMs);
      await clean();
      expect(await waitingFor(id)).toBe(20);
      test.advance(2 * dayMs);
      await clean();
      expect(await waitingFor(id)).toBe(left);
    },
  );

  it('that failed in strict order for a disabled target goes after thirty days, with those behind it', async () => {
    const { id } = await test.addTarget(url, { order: 'strict' });
    await test.submit(3);
    await test.owner.pool.query(
      `update deliveries set state = 'failed' where id = (select id from deliveries order by id limit 1)`,
    );
    await test.owner.prisma.target.update({ where: { id }, data: { state: 'disabled' } });
    test.advance(29 * dayMs);
    await clean();
    expect(await waitingFor(id)).toBe(3);
    test.advance(2 * dayMs);
    await clean();
    expect(await waitingFor(id)).toBe(0);
  });

  it('for a target that is deleted goes at once, as its log and its replays do', async () => {
    const [gone, kept] = [await test.addTarget(url), await test.addTarget(url)];
    await test.submit(20);
    for (const { id: targetId } of [gone, kept]) {
      await addAttempt(targetId, 1);
      await test.owner.prisma.replay.create({ data: { id: randomUUID(), targetId, toAt: new Date(), total: 0 } });
    }
    await test.owner.prisma.target.delete({ where: { id: gone.id } });
    await clean();
    const { deliveryAttempt, replay } = test.owner.prisma;
    for (const [{ id: targetId }, rows] of [
      [gone, [0, 0, 0]],
      [kept, [20, 1, 1]],
    ] as const) {
      const counts = [
        waitingFor(targetId),
        deliveryAttempt.count({ where: { targetId } }),
        replay.count({ where: { targetId } }),
      ];
      expect(await Promise.all(counts)).toEqual(rows);
    }
  });

  it('for a target whose plan has no webhooks goes at once', async () => {
    const { id } = await test.addTarget(url);
    await test.submit(20);
    await test.owner.prisma.target.update({ where: { id }, data: { state: 'disabled', stateReason: 'plan' } });
    await clean();
    expect(await waitingFor(id)).toBe(0);
  });
});

it('attempts and ended replays are kept for thirty days', async () => {
  const { id: targetId } = await test.addTarget(url);
  for (const days of [1, 29, 31, 60]) {
    await addAttempt(targetId, days);
    const endedAt = new Date(Date.now() - days * dayMs);
    const data = { id: randomUUID(), targetId, toAt: endedAt, total: 0, state: 'done', endedAt };
    await test.owner.prisma.replay.create({ data });
  }
  await clean();
  expect(await test.owner.prisma.deliveryAttempt.count()).toBe(2);
  expect(await test.owner.prisma.replay.count()).toBe(2);
});

it('a target that fails for three days is disabled by the same loop', async () => {
  const { id } = await test.addTarget(url, { failingSince: new Date(Date.now() - 3 * dayMs) });
  await test.submit(1);
  onTestFinished(startBackgroundWork({ row: backgroundWork.deliveryCleaning }, test.deps).close);
  await waitUntil(async () => (await test.readTarget(id)).state === 'disabled');
});

it('two workers clean beside each other', async () => {
  const { id } = await test.addTarget(url);
  await test.submit(2_500);
  await test.owner.prisma.target.delete({ where: { id } });
  for (let n = 0; n < 2; n += 1) {
    onTestFinished(startBackgroundWork({ row: backgroundWork.deliveryCleaning }, test.deps).close);
  }
  await waitUntil(async () => (await waitingFor(id)) === 0);
});
