import { waitUntil } from '@inlet/local-servers/wait-until';
import { openProducer } from '@inlet/queue/producer';
import { packBatch } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { startBackground } from '#background-work.ts';
import { consume } from '#consume.ts';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';

const quietSubmissions = 200;
const pauseMs = 50;
const million = 1_000_000;

let test: DeliveryTest;
let receiver: Receiver;

beforeEach(async () => {
  test = await openDeliveryTest();
  receiver = await startReceiver();
});

/** Sends one submission after the other through the queue, and answers when each was sent. */
async function submitQuietly(): Promise<Map<string, number>> {
  const producer = openProducer(test.deps.redis, test.keys);
  onTestFinished(producer.close);
  const sent = new Map<string, number>();
  for (let n = 0; n < quietSubmissions; n += 1) {
    const submission = buildAcceptedSubmission({ formId: test.form.id, userId: test.form.userId });
    sent.set(submission.id, Date.now());
    await producer.add('store-submissions', submission.id, packBatch([submission]));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await waitUntil(() => receiver.received.length >= quietSubmissions, { timeoutMs: 30_000 });
  return sent;
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
}
/** The event says when it was stored. */
const sinceStored = () =>
  p95(
    receiver.received.map(({ body, atMs }) => atMs - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp)),
  );

it('at rest, 95 of 100 submissions are delivered within 300 ms of their arrival', async () => {
  await test.addTarget(receiver.url);
  consume(test.deps);
  startBackground(test.deps);
  const sent = await submitQuietly();
  const delays = receiver.received.map(({ headers, atMs }) => atMs - (sent.get(String(headers['webhook-id'])) ?? 0));
  expect(delays).toHaveLength(quietSubmissions);
  process.stdout.write(`submitted to delivered: p95 ${p95(delays)} ms\n`);
  expect(p95(delays)).toBeLessThan(300);
}, 120_000);

it('while 10,000 wait for one target and 40 are dead, 95 of 100 of the others are delivered within 100 ms', async () => {
  const [dead, noisy] = [await startReceiver(), await startReceiver()];
  dead.answer = () => ({ afterMs: 30_000 });
  noisy.answer = () => ({ afterMs: 20 });
  const [ofDead, ofNoisy] = [await test.addForm(), await test.addForm()];
  for (let n = 0; n < 40; n += 1) await test.addTarget(`${dead.url}/${n}`, { formId: ofDead.id });
  await test.addTarget(noisy.url, { formId: ofNoisy.id });
  await test.addTarget(receiver.url);
  await test.submit(50, { form: ofDead });
  await test.submit(10_000, { form: ofNoisy });
  consume(test.deps);
  startBackground(test.deps);
  await waitUntil(() => dead.received.length >= 40 && noisy.received.length > 0, { timeoutMs: 30_000 });
  await submitQuietly();
  process.stdout.write(`stored to delivered beside the crowd: p95 ${sinceStored()} ms\n`);
  expect(sinceStored()).toBeLessThan(100);
}, 120_000);

it('a replay of a million begins within a second, with ten rows at most and one job', async () => {
  const { id } = await test.addTarget(receiver.url);
  await test.owner.pool.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, '{"email": "ada@example.com"}', now() - n * interval '1 second'
     from generate_series(1, ${million}) as n`,
    [test.form.id],
  );
  await test.owner.pool.query('analyze submissions');
  consume(test.deps);
  startBackground(test.deps);
  const startedAtMs = Date.now();
  await test.owner.prisma.replay.create({
    data: { id: crypto.randomUUID(), targetId: id, toAt: new Date(), total: million },
  });
  await test.deps.targetQueue.schedule([id]);
  await waitUntil(() => receiver.received.length > 0);
  const beganMs = (receiver.received[0]?.atMs ?? 0) - startedAtMs;
  process.stdout.write(`a replay of ${million} began after ${beganMs} ms\n`);
  expect(beganMs).toBeLessThan(1_000);
  await waitUntil(() => receiver.received.length >= 100);
  expect(await test.owner.prisma.delivery.count()).toBeLessThanOrEqual(10);
  expect(await test.deps.redis.llen(`${test.keys.queues}:deliveries:wait`)).toBeLessThanOrEqual(1);
}, 300_000);
