import { waitUntil } from '@inlet/local-servers/wait-until';
import { openProducer } from '@inlet/queue/producer';
import { packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startBackground } from '#background-work.ts';
import { consume } from '#consume.ts';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';

let test: DeliveryTest;
let receiver: Receiver;

beforeEach(async () => {
  test = await openDeliveryTest();
  receiver = await startReceiver();
});

const producer = () => {
  const opened = openProducer(test.deps.redis, test.keys);
  onTestFinished(opened.close);
  return opened;
};
const store = (count: number) => {
  const of = { formId: test.form.id, userId: test.form.userId };
  const submissions = Array.from({ length: count }, () => buildAcceptedSubmission(of));
  return producer().add('store-submissions', submissions[0]?.id ?? '', packBatch(submissions));
};

describe('a running worker', () => {
  it('delivers what it has stored', async () => {
    await test.addTarget(receiver.url);
    consume(test.deps);
    startBackground(test.deps);
    await store(25);
    await waitUntil(() => receiver.received.length === 25, { what: '25 deliveries' });
    expect(new Set(receiver.ids()).size).toBe(25);
    const counts = await test.deps.redis.keys(`*deliveries:failed`);
    expect(counts).toEqual([]);
  });

  it('finds by itself what was never scheduled, and what is due again', async () => {
    await test.addTarget(receiver.url);
    receiver.answer = (_request, count) => (count === 1 ? { status: 500 } : {});
    const [id] = await test.submit(1);
    consume(test.deps);
    startBackground(test.deps);
    await waitUntil(() => receiver.received.length === 2, { what: 'the second attempt' });
    expect(receiver.ids()).toEqual([id, id]);
    await waitUntil(async () => (await test.owner.prisma.delivery.count()) === 0);
    const attempts = await test.owner.prisma.deliveryAttempt.findMany({ orderBy: { startedAt: 'asc' } });
    const [firstMs = 0, secondMs = 0] = attempts.map(({ startedAt }) => startedAt.getTime());
    expect(secondMs - firstMs).toBeGreaterThanOrEqual(4_900);
  });

  it('schedules no target where a form has none', async () => {
    consume(test.deps);
    startBackground(test.deps);
    await store(3);
    await waitUntil(async () => (await test.owner.prisma.submission.count()) === 3);
    const keys = await test.deps.redis.keys(`${test.keys.queues}:deliveries:*`);
    expect(keys.filter((key) => !/:(meta|stalled-check|marker)$/.test(key))).toEqual([]);
  });

  it('sends a test to a target in whatever state, and touches nothing else of it but the last success', async () => {
    const { id } = await test.addTarget(receiver.url, { state: 'paused', failureStreak: 3 });
    consume(test.deps);
    startBackground(test.deps);
    const attemptId = uuidv7({ msecs: Date.now() });
    await producer().add('test-target', attemptId, { targetId: id, attemptId });
    const { deliveryAttempt } = test.owner.prisma;
    const attempt = await waitUntil(() => deliveryAttempt.findUnique({ where: { id: attemptId } }));
    expect(attempt).toMatchObject({
      targetId: id,
      isTest: true,
      state: 'succeeded',
      statusCode: 204,
      submissionId: null,
    });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'submission.created',
      data: { form: { id: test.form.id }, submission: { data: { email: 'ada@example.com' } } },
    });
    expect(await test.readTarget(id)).toMatchObject({
      failureStreak: 3,
      state: 'paused',
      lastSuccessAt: expect.any(Date),
    });
  });

  it('goes on with the others while 40 receivers hang and 10,000 deliveries wait for one', async () => {
    const hanging = await startReceiver();
    hanging.answer = () => ({ afterMs: 20_000 });
    const noisy = await startReceiver();
    noisy.answer = () => ({ afterMs: 20 });
    const crowd = await test.addForm();
    const [loud] = [await test.addForm()];
    for (let n = 0; n < 40; n += 1) await test.addTarget(`${hanging.url}/${n}`, { formId: crowd.id });
    await test.addTarget(noisy.url, { formId: loud.id });
    await test.addTarget(receiver.url);
    await test.submit(20, { form: crowd });
    await test.submit(10_000, { form: loud });
    consume(test.deps);
    startBackground(test.deps);
    await waitUntil(() => hanging.received.length >= 40 && noisy.received.length > 20);
    await store(5);
    await waitUntil(() => receiver.received.length === 5, { what: 'the quiet deliveries' });
  });
});
