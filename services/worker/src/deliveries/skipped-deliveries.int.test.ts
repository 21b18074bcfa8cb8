import type { When } from '@inlet/contracts/routing/conditions';
import { buildFile } from '@inlet/testing/build-file';
import { beforeEach, expect, it } from 'vitest';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';

/** The submissions of these tests are numbered. */
const onlySecond = { conditions: { all: [{ field: 'n', op: 'is', value: 2 }] } satisfies When };

let test: DeliveryTest;
let receiver: Receiver;

beforeEach(async () => {
  test = await openDeliveryTest();
  receiver = await startReceiver();
});

const deliveries = () => test.owner.prisma.delivery.findMany();
const attempts = () => test.owner.prisma.deliveryAttempt.findMany({ orderBy: [{ startedAt: 'asc' }, { id: 'asc' }] });

it('stand in the log with the reason, leave the health of their target, and go out by name', async () => {
  const before = await test.addTarget(receiver.url, onlySecond);
  const ids = await test.submit(3);
  await test.settle();
  expect(receiver.ids()).toEqual([ids[1]]);
  expect(await deliveries()).toEqual([]);
  const log = await attempts();
  expect(log).toHaveLength(3);
  expect(log.filter(({ state }) => state === 'skipped')).toMatchObject([
    { submissionId: ids[0], eventId: ids[0], number: 1, error: 'skipped: n is not 2', statusCode: null, durationMs: 0 },
    { submissionId: ids[2], error: 'skipped: n is not 2' },
  ]);
  const { failureStreak, failingSince, lastFailureAt, lastSuccessAt } = await test.readTarget(before.id);
  expect({ failureStreak, failingSince, lastFailureAt }).toEqual({
    failureStreak: 0,
    failingSince: null,
    lastFailureAt: null,
  });
  expect(lastSuccessAt).not.toBeNull();

  // Its owner asks for one by name.
  const named = { eventId: ids[0] ?? '', submissionId: ids[0] ?? '', occurredAt: test.now(), dueAt: test.now() };
  await test.owner.prisma.delivery.create({
    data: { ...named, targetId: before.id, type: 'submission.created', isNamed: true },
  });
  await test.settle();
  expect(receiver.ids()).toEqual([ids[1], ids[0]]);

  // A replay of a range goes by the conditions, and is over when nothing of it is left.
  const replay = { id: crypto.randomUUID(), targetId: before.id, toAt: new Date(Date.now() + 1_000), total: 3 };
  await test.owner.prisma.replay.create({ data: replay });
  await test.settle();
  expect(receiver.ids()).toEqual([ids[1], ids[0], ids[1]]);
  expect(await test.owner.prisma.replay.findFirst()).toMatchObject({ state: 'done', doneCount: 3n });
});

it('let those behind them pass in strict order, and a target that fails stays one', async () => {
  receiver.answer = (_request, count) => ({ status: count === 1 ? 500 : 204 });
  const { id } = await test.addTarget(receiver.url, { ...onlySecond, order: 'strict' });
  const ids = await test.submit(3);
  await test.runRounds();
  expect(receiver.ids()).toEqual([ids[1]]);
  expect(await test.readTarget(id)).toMatchObject({ failureStreak: 1 });
  await test.pass(60_000);
  expect(receiver.ids()).toEqual([ids[1], ids[1]]);
  expect((await attempts()).map(({ state }) => state)).toEqual(['skipped', 'failed', 'succeeded', 'skipped']);
  expect(await deliveries()).toEqual([]);
});

it('are judged by fields that are not delivered, by the names of files, and never once they are deleted', async () => {
  const conditions: When = { any: [{ field: 'cv', op: 'starts with', value: 'ada' }] };
  await test.addTarget(receiver.url, { fields: ['email'], conditions });
  const [first, second] = await test.submit(2);
  const submission = { id: second ?? '', formId: test.form.id };
  const { prisma } = test.owner;
  await buildFile(prisma, test.deps.blobs, submission, { userId: test.form.userId, field: 'cv', name: 'Ada.pdf' });
  await test.settle();
  expect(receiver.ids()).toEqual([second]);
  expect(await attempts()).toContainEqual(
    expect.objectContaining({ submissionId: first, error: 'skipped: cv does not start with ada' }),
  );
  // Nothing of a deleted submission is left to judge.
  await test.owner.prisma.target.updateMany({ data: { events: ['submission.deleted'] } });
  await test.submit(1, { type: 'deleted' });
  await test.settle();
  expect(receiver.received).toHaveLength(2);
});
