import { presets } from '@inlet/contracts/presets/all-presets';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryTest, openDeliveryTest, secret } from '#deliveries/deliveries.test-setup.ts';
import { type Receiver, startReceiver } from '#deliveries/receiver.test-setup.ts';
import { disableFailing } from '#deliveries/targets.store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let test: DeliveryTest;
let receiver: Receiver;

beforeEach(async () => {
  test = await openDeliveryTest();
  receiver = await startReceiver();
});

const deliveries = () => test.owner.prisma.delivery.findMany({ orderBy: { id: 'asc' } });
const attempts = () => test.owner.prisma.deliveryAttempt.findMany({ orderBy: [{ startedAt: 'asc' }, { id: 'asc' }] });
const disabledNotes = () => test.owner.prisma.outboxEntry.findMany({ where: { topic: 'target-disabled' } });

describe('an event', () => {
  it('arrives signed, with its submission, and is gone from what waits', async () => {
    const { id } = await test.addTarget(receiver.url, {}, { headers: { 'X-Key': 'hidden' } });
    const [submissionId] = await test.submit(1);
    await test.settle();
    const [request] = receiver.received;
    const body = new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>);
    expect(body).toMatchObject({
      type: 'submission.created',
      data: {
        form: { id: test.form.id, name: 'Contact' },
        submission: {
          id: submissionId,
          formId: test.form.id,
          data: { email: 'ada@example.com', n: 1 },
          origin: 'https://example.com',
          isSpam: false,
          url: `http://localhost:8080/forms/${test.form.id}?submission=${submissionId}`,
        },
      },
    });
    expect(request?.headers).toMatchObject({ 'webhook-id': submissionId, 'x-key': 'hidden' });
    expect(await deliveries()).toEqual([]);
    expect(await attempts()).toMatchObject([
      {
        targetId: id,
        eventId: submissionId,
        submissionId,
        number: 1,
        state: 'succeeded',
        statusCode: 204,
        error: null,
      },
    ]);
    expect(await test.readTarget(id)).toMatchObject({ failureStreak: 0, lastSuccessAt: expect.any(Date) });
  });

  it('that a template would make too large fails once, with the reason, and holds up nothing', async () => {
    const template = Array.from({ length: 2_400 }, () => '{{email}}');
    const { id } = await test.addTarget(receiver.url, { kind: 'custom', template });
    const [large, small] = await test.submit(2);
    const data = JSON.stringify({ email: 'M'.repeat(990_000) });
    await test.owner.pool.query('update submissions set data = $2::json where id = $1', [large, data]);
    await test.settle();
    expect(receiver.ids()).toEqual([small]);
    expect((await attempts()).find(({ submissionId }) => submissionId === large)).toMatchObject({
      state: 'failed',
      statusCode: null,
      error: 'The template makes more than 2 million characters of this submission',
    });
    expect(await deliveries()).toMatchObject([{ eventId: large, state: 'failed', attempts: 1 }]);
    expect(await test.readTarget(id)).toMatchObject({ state: 'active', nextAttemptAt: null });
  });

  it('whose receiver repeats the secrets of the target leaves none of them in the log', async () => {
    const headers = { authorization: 'Bearer topsecrettoken', 'x-secret': 'topsecretvalue' };
    await test.addTarget(receiver.url, {}, { headers });
    await test.submit(1);
    receiver.answer = ({ headers: sent }) => ({ status: 500, body: `${JSON.stringify(sent)} topsecrettoken` });
    await test.settle();
    const [attempt] = await attempts();
    expect(attempt?.response).toContain('[hidden]');
    expect(attempt?.response).not.toContain('topsecret');
  });

  it('goes to each target that wants it, with the fields that it wants', async () => {
    await test.addTarget(receiver.url, { fields: ['n'] });
    await test.addTarget(receiver.url, { events: ['submission.spam', 'submission.deleted'] });
    await test.submit(1);
    const [spam] = await test.submit(1, { type: 'spam' });
    await test.submit(1, { type: 'deleted' });
    await test.settle();
    const bodies = receiver.received.map(({ body }) => JSON.parse(body)).toSorted((a, b) => (a.type < b.type ? -1 : 1));
    expect(bodies.map(({ type, data }) => [type, Object.keys(data.submission.data ?? data.submission)])).toEqual([
      ['submission.created', ['n']],
      ['submission.deleted', ['id', 'formId', 'url']],
      ['submission.spam', ['email', 'n']],
    ]);
    expect(bodies.find(({ type }) => type === 'submission.spam').data.submission).toMatchObject({
      id: spam,
      isSpam: true,
    });
  });

  it.each([[], ['big', 'huge', 'one', 'list']])(
    'has its numbers as they were sent, with the fields %s',
    async (...fields) => {
      const numbers = '{"big":12345678901234567890,"huge":1e400,"one":1.0,"list":[0.10]}';
      await test.addTarget(receiver.url, { fields });
      await test.addTarget(receiver.url, { kind: 'custom', template: '{{big}} {{one}}' });
      await test.submit(1);
      await test.owner.pool.query('update submissions set data = $1', [numbers]);
      await test.settle();
      const bodies = receiver.received.map(({ body }) => body);
      expect(bodies).toContainEqual(expect.stringContaining(`"data":${numbers}`));
      expect(bodies).toContainEqual('12345678901234567890 1.0');
    },
  );

  it('names its sender in the headline, by the field that the owner of the form chose', async () => {
    await test.owner.prisma.form.update({
      where: { id: test.form.id },
      data: { fieldRoles: { name: 'n', subject: null, message: null } },
    });
    await test.addTarget(receiver.url, { kind: 'custom', template: '{{event.headline}}' });
    await test.addTarget(receiver.url, { kind: 'custom', template: '{{event.headline}}', fields: ['email'] });
    await test.submit(1);
    await test.settle();
    const bodies = receiver.received.map(({ body }) => body).toSorted();
    expect(bodies).toEqual(['New submission: Contact · 1', 'New submission: Contact · ada@example.com']);
  });

  it('is signed with both secrets while the old one is valid', async () => {
    const oldSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    await test.addTarget(receiver.url, { oldSecretUntil: new Date(Date.now() + hourMs) }, { oldSecret });
    await test.submit(1);
    await test.settle();
    test.advance(2 * hourMs);
    await test.submit(1);
    await test.settle();
    const [first, second] = receiver.received;
    for (const valid of [secret, oldSecret]) {
      new Webhook(valid).verify(first?.body ?? '', first?.headers as Record<string, string>);
    }
    expect(first?.headers['webhook-signature']).toContain(' ');
    expect(second?.headers['webhook-signature']).not.toContain(' ');
  });

  it('is dropped without an attempt when its submission is gone', async () => {
    await test.addTarget(receiver.url);
    const [submissionId] = await test.submit(1);
    await test.owner.prisma.submission.delete({ where: { id: submissionId ?? '' } });
    await test.settle();
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toEqual([]);
    expect(await attempts()).toEqual([]);
  });
});

describe('a receiver that is down', () => {
  it('gets an event again by the schedule, twelve times in all, under the same id', async () => {
    await test.addTarget(receiver.url);
    receiver.answer = () => ({ status: 500, body: 'out of order' });
    const [submissionId] = await test.submit(1);
    const startedAt = test.now().getTime();
    const beganMs = performance.now();
    await test.pass(80 * hourMs);
    const realSeconds = Math.ceil((performance.now() - beganMs) / 1_000);
    expect(new Set(receiver.ids())).toEqual(new Set([submissionId]));
    const log = await attempts();
    expect(log).toHaveLength(12);
    expect(log[0]).toMatchObject({
      state: 'failed',
      statusCode: 500,
      error: 'The server answered 500 Internal Server Error',
      response: 'out of order',
    });
    const waits = log.map(
      ({ startedAt: at }, index) => at.getTime() - (log[index - 1]?.startedAt.getTime() ?? startedAt),
    );
    const [m, h] = [60, 3_600];
    const schedule = [0, 5, 30, 5 * m, 30 * m, 2 * h, 5 * h, 10 * h, 10 * h, 12 * h, 12 * h, 12 * h];
    for (const [index, wait] of waits.entries()) {
      const seconds = schedule[index] ?? 0;
      // The jitter is a tenth, and the rounds take time themselves.
      expect(wait / 1_000).toBeGreaterThanOrEqual(seconds);
      expect(wait / 1_000).toBeLessThanOrEqual(seconds * 1.1 + realSeconds);
    }
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 12 }]);
  });

  it('loses nothing in a day, and all that waited arrives when it is back', async () => {
    const { id } = await test.addTarget(receiver.url);
    receiver.answer = () => ({ isBroken: true });
    const ids: string[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      ids.push(...(await test.submit(2)));
      await test.settle();
      await test.pass(hourMs);
    }
    expect((await test.readTarget(id)).state).toBe('active');
    receiver.answer = () => ({});
    await test.pass(14 * hourMs);
    expect(new Set(receiver.ids())).toEqual(new Set(ids));
    const delivered = (await attempts()).filter(({ state }) => state === 'succeeded').map(({ eventId }) => eventId);
    expect(delivered.toSorted()).toEqual(ids.toSorted());
    expect(await test.readTarget(id)).toMatchObject({ failureStreak: 0, failingSince: null, nextAttemptAt: null });
  });

  it('is asked with one delivery at a time, ever more rarely, while 1,000 wait', async () => {
    const { id } = await test.addTarget(receiver.url);
    receiver.answer = () => ({ status: 502 });
    await test.submit(1_000);
    await test.settle();
    await test.pass(hourMs);
    const before = receiver.received.length;
    expect(before).toBeLessThan(30);
    const pauses = receiver.received.length;
    await test.pass(hourMs);
    expect(receiver.received.length - pauses).toBeLessThanOrEqual(13);
    expect((await test.readTarget(id)).nextAttemptAt).toEqual(expect.any(Date));
    receiver.answer = () => ({});
    await test.pass(3 * hourMs);
    expect(await deliveries()).toEqual([]);
  });

  it.each([
    ['best_effort', 'events come in', 4],
    ['best_effort', 'nothing else happens', 80],
    ['strict', 'its first delivery has failed for good', 80],
  ])(
    'in the order %s is disabled after three days without a success while %s, and account is told once',
    async (order, _, everyHours) => {
      const { id } = await test.addTarget(receiver.url, { order });
      receiver.answer = () => ({ status: 500 });
      for (let hours = 0; hours < 80; hours += everyHours) {
        await test.submit(1);
        await test.settle();
        await test.pass(everyHours * hourMs);
      }
      await disableFailing(test.deps.deliveryPool, test.now());
      await disableFailing(test.deps.deliveryPool, test.now());
      expect(await test.readTarget(id)).toMatchObject({
        state: 'disabled',
        stateReason: 'failing',
        stoppedAt: expect.any(Date),
      });
      expect(await disabledNotes()).toMatchObject([{ key: id }]);
      const count = receiver.received.length;
      await test.submit(1);
      await test.pass(4 * hourMs);
      expect(receiver.received).toHaveLength(count);
      expect((await deliveries()).at(-1)).toMatchObject({ state: 'due', attempts: 0 });
    },
    60_000,
  );
});

it('a target whose failed delivery is gone stays active', async () => {
  const { id } = await test.addTarget(receiver.url);
  receiver.answer = () => ({ status: 500 });
  const [submissionId] = await test.submit(1);
  await test.settle();
  await test.owner.prisma.submission.delete({ where: { id: submissionId ?? '' } });
  await test.pass(80 * hourMs);
  expect(await disableFailing(test.deps.deliveryPool, test.now())).toBe(0);
  expect((await test.readTarget(id)).state).toBe('active');
});

describe('a receiver', () => {
  it('that answers 410 is disabled at once', async () => {
    const { id } = await test.addTarget(receiver.url);
    receiver.answer = () => ({ status: 410 });
    await test.submit(3);
    await test.settle();
    expect(receiver.received).toHaveLength(1);
    expect(await test.readTarget(id)).toMatchObject({ state: 'disabled', stateReason: 'gone' });
    expect(await disabledNotes()).toMatchObject([{ key: id }]);
    expect(await deliveries()).toHaveLength(3);
  });

  it.each([429, 503])('that asks for patience by %i gets it for all deliveries', async (status) => {
    await test.addTarget(receiver.url);
    receiver.answer = (_request, count) => (count === 1 ? { status, headers: { 'retry-after': '600' } } : {});
    await test.submit(5);
    await test.settle();
    await test.pass(9 * minuteMs);
    expect(receiver.received).toHaveLength(1);
    await test.pass(3 * minuteMs);
    expect(await deliveries()).toEqual([]);
  });

  it('that dislikes one event gets the others at once', async () => {
    await test.addTarget(receiver.url);
    const ids = await test.submit(30);
    receiver.answer = ({ headers }) => (headers['webhook-id'] === ids[3] ? { status: 422 } : {});
    await test.settle();
    expect(receiver.ids().filter((id) => id !== ids[3])).toEqual(ids.filter((id) => id !== ids[3]));
    expect(await deliveries()).toMatchObject([{ eventId: ids[3], attempts: 1 }]);
  });

  it('that takes long has slots apart, and one attempt a round, until it is quick again', async () => {
    await test.addTarget(receiver.url);
    receiver.answer = (_request, count) => ({ afterMs: count === 1 ? 2_100 : 0 });
    const ids = await test.submit(4);
    for (const [isSlow, received] of [
      [false, 1],
      [true, 2],
    ]) {
      expect(await test.runRounds()).toMatchObject([{ isSlow }]);
      expect(receiver.ids()).toEqual(ids.slice(0, Number(received)));
    }
    expect(await test.runRounds()).toMatchObject([{ isSlow: false }]);
  });

  it('that flaps gets every event', async () => {
    await test.addTarget(receiver.url);
    receiver.answer = (_request, count) => (count % 3 === 0 ? {} : { status: 500 });
    const ids = await test.submit(20);
    await test.settle();
    await test.pass(40 * hourMs);
    expect(new Set(receiver.ids())).toEqual(new Set(ids));
    expect(await deliveries()).toEqual([]);
  });

  it('that says in a long answer that it succeeded has, and the log has the start', async () => {
    await test.addTarget(receiver.url, { kind: 'telegram' });
    await test.submit(1);
    const body = JSON.stringify({ ok: true, result: { text: 'x'.repeat(20_000) } });
    receiver.answer = () => ({ status: 200, body });
    await test.settle();
    expect(await attempts()).toMatchObject([{ state: 'succeeded', response: body.slice(0, 4_096) }]);
  });

  it('that redirects has failed', async () => {
    await test.addTarget(receiver.url);
    receiver.answer = () => ({ status: 302, headers: { location: receiver.url } });
    await test.submit(1);
    await test.settle();
    expect(receiver.received).toHaveLength(1);
    expect(await attempts()).toMatchObject([{ state: 'failed', statusCode: 302 }]);
  });

  it('with a rate gets no more than that', async () => {
    await test.addTarget(receiver.url, { rate: 20 });
    await test.submit(10);
    const startedAt = Date.now();
    await test.settle();
    while ((await deliveries()).length > 0) await test.settle();
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(440);
  });

  it.each([null, 3])('of a service with a limit gets no more than that, or than its owner says: %s', async (rate) => {
    await test.addTarget(receiver.url, { kind: 'mattermost', rate });
    await test.submit(4);
    receiver.answer = (_request, count) => (count === 1 ? { status: 500 } : { body: 'ok' });
    await test.settle();
    while ((await deliveries()).some(({ attempts }) => attempts === 0)) await test.settle();
    // A busy machine delays how requests arrive, so the times at which they began count. Timers round to milliseconds.
    const begunMs = (await attempts()).map(({ startedAt }) => startedAt.getTime());
    const gaps = begunMs.slice(1).map((ms, index) => ms - (begunMs[index] ?? 0));
    expect(gaps).toHaveLength(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(990 / (rate ?? presets.mattermost.perSecond ?? 0));
  });
});

describe('while an attempt in strict order is under way', () => {
  const asResumed = { failureStreak: 0, failingSince: null, nextAttemptAt: null };

  /** Fails once, and begins a second attempt that fails after a while. */
  async function beginAttempt() {
    const { id } = await test.addTarget(receiver.url, { order: 'strict' });
    await test.submit(2);
    receiver.answer = (_request, count) => ({ status: 500, afterMs: count === 2 ? 500 : 0 });
    await test.settle();
    test.advance(6_000);
    const attempt = test.settle();
    await waitUntil(() => receiver.received.length === 2);
    return { id, attempt };
  }

  it('no other begins, though the target is resumed', async () => {
    const { id, attempt } = await beginAttempt();
    await test.owner.prisma.target.update({ where: { id }, data: asResumed });
    await test.owner.pool.query('update deliveries set due_at = $1', [test.now()]);
    await Promise.all([attempt, test.settle()]);
    expect(receiver.received).toHaveLength(2);
    expect(await test.readTarget(id)).toMatchObject({ failureStreak: 1 });
  });

  it('and its delivery is skipped, its failure holds nothing back', async () => {
    const { id, attempt } = await beginAttempt();
    receiver.answer = () => ({});
    const [skipped, next] = await deliveries();
    await test.owner.pool.query('delete from deliveries where id = $1', [skipped?.id]);
    await test.owner.prisma.target.update({ where: { id }, data: asResumed });
    await attempt;
    await test.settle();
    expect(receiver.ids()).toEqual([skipped?.eventId, skipped?.eventId, next?.eventId]);
    expect(await attempts()).toMatchObject([{ state: 'failed' }, { state: 'failed' }, { state: 'succeeded' }]);
  });
});

describe('a target', () => {
  it('that is paused keeps what happens, and delivers it later', async () => {
    const { id } = await test.addTarget(receiver.url, { state: 'paused' });
    const ids = await test.submit(12);
    await test.settle();
    expect(receiver.received).toEqual([]);
    await test.owner.prisma.target.update({ where: { id }, data: { state: 'active' } });
    test.advance(29 * 24 * hourMs);
    await test.settle();
    expect(receiver.ids()).toEqual(ids);
  });

  it('whose account has no webhooks any more is disabled, and account is told', async () => {
    const form = await test.addForm('free');
    const { id } = await test.addTarget(receiver.url, { formId: form.id });
    await test.submit(2, { form });
    await test.settle();
    expect(receiver.received).toEqual([]);
    expect(await test.readTarget(id)).toMatchObject({ state: 'disabled', stateReason: 'plan' });
    expect(await disabledNotes()).toMatchObject([{ key: id }]);
  });

  it('is delivered to whatever the plan, where nothing is sold', async () => {
    const free = await openDeliveryTest({ BILLING: 'off' });
    const form = await free.addForm('free');
    await free.addTarget(receiver.url, { formId: form.id });
    const ids = await free.submit(1, { form });
    await free.settle();
    expect(receiver.ids()).toEqual(ids);
  });

  it('whose secrets cannot be opened is put off, and no attempt is used up', async () => {
    const { id } = await test.addTarget(receiver.url);
    await test.owner.pool.query('update targets set sealed = $2 where id = $1', [id, Buffer.from('nonsense')]);
    await test.submit(2);
    await test.settle();
    expect(await deliveries()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    expect(await test.readTarget(id)).toMatchObject({ failureStreak: 0, nextAttemptAt: expect.any(Date) });
  });
});
