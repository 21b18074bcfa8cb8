import { queueAlertSql } from '@inlet/submissions/alert-sql';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type DeliveryTest, openDeliveryTest } from '#deliveries/deliveries.test-setup.ts';
import { type Answer, type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';
import { testTargetJob } from '#deliveries/test-target.job.ts';

let test: DeliveryTest;
let receiver: Receiver;

beforeEach(async () => {
  test = await openDeliveryTest();
  receiver = await startReceiver();
});

/** The attempt that is made while the receiver gives this answer. */
async function attemptAt(answer: Answer, headers: Readonly<Record<string, string>> = {}) {
  await test.addTarget(receiver.url, {}, { headers });
  await test.submit(1);
  receiver.answer = () => answer;
  await test.settle();
  return test.owner.prisma.deliveryAttempt.findFirstOrThrow({ orderBy: { id: 'asc' } });
}

async function sendTest(targetId: string): Promise<void> {
  const { deps, now } = test;
  const run = testTargetJob({
    ...deps,
    pool: deps.deliveryPool,
    now,
    measures: { note: () => undefined, noteSkip: () => undefined },
  });
  await run({ targetId, attemptId: uuidv7({ msecs: Date.now() }) }, { jobId: 'test', lane: 0, logger: deps.logger });
}

describe('the log', () => {
  it('has an attempt that follows a time in which the clock was ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 86_400_000 });
    uuidv7();
    vi.useRealTimers();
    expect(await attemptAt({})).toMatchObject({ state: 'succeeded' });
  });

  it.each([
    [500, 'The server answered 500 Internal Server Error'],
    [404, 'The server answered 404 Not Found'],
    [410, 'The server answered 410 Gone: it wants no further deliveries'],
    [302, 'The server answered 302 Found, and redirects are not followed'],
    [599, 'The server answered 599'],
  ])('has the reason for a failure by %d in words', async (status, error) => {
    expect(await attemptAt({ status })).toMatchObject({ state: 'failed', statusCode: status, error });
  });

  it('has the headers of the response that help, each of them cut, and no others', async () => {
    const headers = {
      'content-type': 'text/html',
      server: 's'.repeat(5_000),
      'set-cookie': 'session=abc',
      'x-other': 'a',
    };
    const { responseHeaders } = await attemptAt({ status: 500, headers, body: 'Oops' });
    expect(responseHeaders).toEqual({ 'content-type': 'text/html', server: 's'.repeat(300) });
  });

  it('has no secret of the target where a header of the response repeats it', async () => {
    const headers = { location: 'https://example.com/?token=topsecrettoken' };
    const { responseHeaders } = await attemptAt({ status: 302, headers }, { authorization: 'Bearer topsecrettoken' });
    expect(responseHeaders).toMatchObject({ location: 'https://example.com/?token=[hidden]' });
  });
});

describe('an alert', () => {
  const alert = { kind: 'silence', message: 'Contact receives nothing.', url: 'https://inlet.test/forms/1' } as const;
  const queue = async () => {
    const { rowCount } = await test.deps.pool.query(queueAlertSql, [test.form.id, JSON.stringify(alert), uuidv7()]);
    return rowCount;
  };

  it('goes to the target that the notifications name, signed and tried again, and is in the log', async () => {
    const [named] = [await test.addTarget(receiver.url), await test.addTarget(receiver.url)];
    expect(await queue()).toBe(0);
    const settings = { formId: test.form.id, mode: 'off', alertsTargetId: named.id };
    await test.owner.prisma.notifications.create({ data: settings });
    receiver.answer = () => ({ status: receiver.received.length > 1 ? 200 : 500 });
    expect(await queue()).toBe(1);
    await test.settle();
    await test.pass(60_000);
    const event = {
      type: 'form.alert',
      timestamp: expect.any(String),
      data: { form: { id: test.form.id, name: test.form.name }, alert },
    };
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([event, event]);
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    const attempts = await test.owner.prisma.deliveryAttempt.findMany({ orderBy: { number: 'asc' } });
    expect(attempts).toMatchObject([
      { targetId: named.id, type: 'form.alert', submissionId: null, state: 'failed', number: 1 },
      { targetId: named.id, type: 'form.alert', submissionId: null, state: 'succeeded', number: 2 },
    ]);
    await test.owner.prisma.target.update({ where: { id: named.id }, data: { state: 'paused' } });
    expect(await queue()).toBe(0);
    await test.owner.prisma.target.delete({ where: { id: named.id } });
    expect(await test.owner.prisma.notifications.findFirst()).toMatchObject({ alertsTargetId: null });
  });
});

describe('a target that is new', () => {
  it('is connected by the first test that succeeds, and by none that fails', async () => {
    const { id } = await test.addTarget(receiver.url);
    receiver.answer = () => ({ status: 500 });
    await sendTest(id);
    expect(await test.readTarget(id)).toMatchObject({ lastSuccessAt: null, failureStreak: 0 });
    receiver.answer = () => ({ status: 200 });
    await sendTest(id);
    expect((await test.readTarget(id)).lastSuccessAt).toEqual(expect.any(Date));
    expect(JSON.parse(receiver.received[0]?.body ?? '').data.submission.url).toBe(
      `http://localhost:8080/forms/${test.form.id}`,
    );
  });
});
