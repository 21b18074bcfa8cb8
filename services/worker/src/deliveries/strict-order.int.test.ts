import { jobs } from '@inlet/queue/jobs';
import { openProducer } from '@inlet/queue/producer';
import { openQueuedJobs } from '@inlet/queue/queued-jobs';
import { packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';

const hourMs = 3_600_000;

let test: DeliveryTest;
let receiver: Receiver;

beforeEach(async () => {
  test = await openDeliveryTest();
  receiver = await startReceiver();
});

describe('in strict order', () => {
  it('a failure stops those behind it until it succeeds', async () => {
    await test.addTarget(receiver.url, { order: 'strict' });
    let isDown = true;
    const ids = await test.submit(25);
    receiver.answer = ({ headers }) => (isDown && headers['webhook-id'] === ids[4] ? { status: 500 } : {});
    await test.settle();
    ids.push(...(await test.submit(5)));
    await test.pass(hourMs);
    expect(new Set(receiver.ids())).toEqual(new Set(ids.slice(0, 5)));
    isDown = false;
    await test.pass(6 * hourMs);
    const seen = receiver.ids();
    expect(seen.filter((id, index) => seen.lastIndexOf(id) === index)).toEqual(ids);
  });

  it('submissions arrive as they were received, in whatever order their batches were stored', async () => {
    await test.addTarget(receiver.url, { order: 'strict' });
    const ids = await test.submit(12);
    for (const [n, id] of ids.entries()) {
      const receivedAt = new Date(Date.now() - (n === 0 ? 0 : 60_000 - n));
      await test.owner.pool.query('update submissions set created_at = $2 where id = $1', [id, receivedAt]);
    }
    await test.settle();
    expect(receiver.ids()).toEqual([...ids.slice(1), ids[0]]);
  });

  it('a submission waits for an earlier batch that is not stored yet', async () => {
    await test.addTarget(receiver.url, { order: 'strict' });
    const producer = openProducer(test.deps.redis, test.keys);
    onTestFinished(() => producer.close());
    const queue = openQueuedJobs(test.deps.redis, test.keys, jobs['store-submissions'].queue);
    await producer.add('store-submissions', 'earlier', packBatch([buildAcceptedSubmission({ formId: test.form.id })]));
    const ids = await test.submit(1);
    await test.runRounds();
    expect(receiver.received).toEqual([]);
    await queue.remove('earlier');
    await test.settle();
    expect(receiver.ids()).toEqual(ids);
  });

  it('a submission that is stored while earlier batches are looked for comes before those behind it', async () => {
    const earlier: string[] = [];
    const lastBatchEnds = async () => {
      if (earlier.length === 0) {
        earlier.push(...(await racing.submit(1)));
        const receivedAt = new Date(Date.now() - 60_000);
        await racing.owner.pool.query('update submissions set created_at = $2 where id = $1', [earlier[0], receivedAt]);
      }
      return Number.POSITIVE_INFINITY;
    };
    const racing = await openDeliveryTest({}, { oldestBatchMs: lastBatchEnds });
    await racing.addTarget(receiver.url, { order: 'strict' });
    const later = await racing.submit(1);
    await racing.settle();
    expect(receiver.ids()).toEqual([...earlier, ...later]);
  });

  it('a delivery that failed for good stops the target until it is skipped', async () => {
    const { id } = await test.addTarget(receiver.url, { order: 'strict' });
    const ids = await test.submit(3);
    await test.owner.pool.query(`update deliveries set state = 'failed' where event_id = $1`, [ids[0]]);
    await test.settle();
    expect(receiver.received).toEqual([]);
    await test.owner.pool.query(`delete from deliveries where target_id = $1 and event_id = $2`, [id, ids[0]]);
    await test.settle();
    expect(receiver.ids()).toEqual(ids.slice(1));
  });
});
