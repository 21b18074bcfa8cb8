import { randomUUID } from 'node:crypto';
import type { Prisma, Replay } from '@inlet/db/client';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';
import { takeFromReplay } from '#deliveries/replays.store.ts';

let test: DeliveryTest;
let receiver: Receiver;

beforeEach(async () => {
  test = await openDeliveryTest();
  receiver = await startReceiver();
});

function replay(targetId: string, overrides: Partial<Prisma.ReplayUncheckedCreateInput> = {}): Promise<Replay> {
  const data = { id: randomUUID(), targetId, toAt: new Date(Date.now() + 1_000), total: 0 };
  return test.owner.prisma.replay.create({ data: { ...data, ...overrides } });
}
const readReplay = ({ id }: Replay) => test.owner.prisma.replay.findUniqueOrThrow({ where: { id } });
const inOrder = async () => {
  const { rows } = await test.owner.pool.query<{ id: string }>(
    'select id from submissions where not is_spam order by created_at, id',
  );
  return rows.map(({ id }) => id);
};
const waiting = () => test.owner.prisma.delivery.count();

describe('a replay of a range', () => {
  it('delivers every stored submission once, oldest first, under its own id, and never holds more than ten rows', async () => {
    const ids = await test.submit(47);
    await test.submit(3, { type: 'spam' });
    const { id } = await test.addTarget(receiver.url);
    let most = 0;
    receiver.answer = () => {
      void waiting().then((count) => {
        most = Math.max(most, count);
      });
      return {};
    };
    const started = await replay(id, { total: 47 });
    await test.settle();
    expect(receiver.ids()).toEqual(await inOrder());
    expect(new Set(receiver.ids())).toEqual(new Set(ids));
    expect(most).toBeLessThanOrEqual(10);
    expect(await readReplay(started)).toMatchObject({ state: 'done', doneCount: 47n, endedAt: expect.any(Date) });
    const attempts = await test.owner.prisma.deliveryAttempt.findMany();
    expect(attempts.every(({ replayId }) => replayId === started.id)).toBe(true);
  });

  it('tells the time that the first delivery told', async () => {
    const { id } = await test.addTarget(receiver.url, { events: ['submission.created', 'submission.spam'] });
    await test.submit(1);
    await test.owner.pool.query(`update submissions set created_at = created_at - interval '1 minute'`);
    await test.settle();
    await replay(id);
    await test.settle();
    const [first, again] = receiver.received.map(({ body }) => JSON.parse(body));
    expect(again).toEqual(first);
    expect(first.timestamp).toBe(first.data.submission.createdAt);
    const [attempt] = await test.owner.prisma.deliveryAttempt.findMany();
    expect(attempt?.occurredAt?.toISOString()).toBe(first.timestamp);
  });

  it('has an id of its own for what arrived as spam and was released', async () => {
    const { id } = await test.addTarget(receiver.url, { events: ['submission.spam'] });
    const [submissionId] = await test.submit(1, { type: 'spam' });
    await test.owner.pool.query('update submissions set is_spam = false');
    await replay(id);
    await test.settle();
    const types = receiver.received.map(({ body }) => JSON.parse(body).type);
    expect(types).toEqual(['submission.spam', 'submission.created']);
    const [spam, created] = receiver.ids();
    expect(created).toBe(submissionId);
    expect(spam).not.toBe(submissionId);
    expect(z.uuid().safeParse(spam).success).toBe(true);
  });

  it('takes only what was received within it, and those of one moment once', async () => {
    const ids = await test.submit(30);
    const { id } = await test.addTarget(receiver.url);
    const moment = new Date('2026-01-02T00:00:00Z');
    const place = (from: number, to: number, at: Date) =>
      test.owner.pool.query('update submissions set created_at = $2 where id = any ($1::uuid[])', [
        ids.slice(from, to),
        at,
      ]);
    await place(0, 5, new Date('2026-01-01T00:00:00Z'));
    await place(5, 28, moment);
    await place(28, 30, new Date('2026-01-03T00:00:00Z'));
    await replay(id, { fromAt: moment, toAt: new Date('2026-01-03T00:00:00Z') });
    await test.settle();
    expect(receiver.ids()).toEqual(ids.slice(5, 28).toSorted());
  });

  it('goes on after failures, and ends when the last one is delivered', async () => {
    await test.submit(15);
    const { id } = await test.addTarget(receiver.url);
    const started = await replay(id);
    receiver.answer = (_request, count) => (count === 4 ? { status: 500 } : {});
    await test.settle();
    expect(new Set(receiver.ids()).size).toBe(15);
    expect(await readReplay(started)).toMatchObject({ state: 'running', doneCount: 15n });
    await test.pass(60_000);
    expect(await readReplay(started)).toMatchObject({ state: 'done', doneCount: 15n });
    expect(receiver.received).toHaveLength(16);
  });

  it('lets what happens meanwhile pass first', async () => {
    await test.submit(25);
    const { id } = await test.addTarget(receiver.url);
    await replay(id);
    await takeFromReplay(test.deps.pool, { id, formId: test.form.id }, 10, test.now());
    const [fresh] = await test.submit(1);
    await test.settle();
    expect(receiver.ids().indexOf(fresh ?? '')).toBe(10);
  });

  it('adds no more to a target that is blocked or down', async () => {
    await test.submit(50);
    const { id } = await test.addTarget(receiver.url, { order: 'strict' });
    receiver.answer = () => ({ status: 500 });
    await replay(id);
    await test.settle();
    await test.pass(3_600_000);
    expect(await waiting()).toBeLessThanOrEqual(10);
  });

  it('of nothing is done at once', async () => {
    const { id } = await test.addTarget(receiver.url);
    const started = await replay(id, { fromAt: new Date() });
    await test.settle();
    expect(await readReplay(started)).toMatchObject({ state: 'done', doneCount: 0n });
  });
});

describe('a replay of what failed', () => {
  it('goes on beside one of a range that it lets pass', async () => {
    await test.submit(3);
    const { id } = await test.addTarget(receiver.url, { order: 'strict' });
    const [failed] = await test.submit(1);
    await test.owner.pool.query(`update deliveries set state = 'failed', attempts = 12`);
    const range = await replay(id);
    await test.settle();
    expect(receiver.received).toEqual([]);
    const started = await replay(id, { failedOnly: true, total: 1 });
    await test.settle();
    expect(receiver.ids()[0]).toBe(failed);
    expect(receiver.received).toHaveLength(5);
    expect(await readReplay(started)).toMatchObject({ state: 'done', doneCount: 1n });
    expect(await readReplay(range)).toMatchObject({ state: 'done' });
  });

  it.each(['best_effort', 'strict'])('makes it due again, in the order %s', async (order) => {
    const { id } = await test.addTarget(receiver.url, { order });
    const ids = await test.submit(23);
    await test.owner.pool.query(
      `update deliveries set state = 'failed', attempts = 12 where event_id = any ($1::uuid[])`,
      [ids.slice(0, 21)],
    );
    const started = await replay(id, { failedOnly: true, total: 21 });
    await test.settle();
    expect(new Set(receiver.ids())).toEqual(new Set(ids));
    if (order === 'strict') expect(receiver.ids()).toEqual(ids);
    expect(await readReplay(started)).toMatchObject({ state: 'done', doneCount: 21n });
  });

  it('tries each once more and again by the schedule, but does not take it up a second time', async () => {
    const { id } = await test.addTarget(receiver.url);
    await test.submit(1);
    await test.owner.pool.query(`update deliveries set state = 'failed', attempts = 12`);
    await replay(id, { failedOnly: true });
    receiver.answer = () => ({ status: 422 });
    await test.settle();
    expect(receiver.received).toHaveLength(1);
    expect(await test.owner.prisma.delivery.findFirst()).toMatchObject({ state: 'due', attempts: 1 });
  });
});
