import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { waitUntil } from '@inlet/local-servers/wait-until';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { forgetOldEvents } from '#billing/events/stripe-events.store.ts';

const secrets = ['whsec_the_old_one', 'whsec_the_new_one'] as const;
let account: TestAccount;
let kicks = 0;

beforeAll(async () => {
  account = await startTestAccount({ STRIPE_WEBHOOK_SECRETS: secrets.join(', ') });
  account.deps.eventSignal.listen(() => {
    kicks += 1;
  });
});
afterAll(() => account.close());

const eventOf = (changes: object = {}) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type: 'customer.subscription.updated',
  livemode: false,
  created: 1,
  data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_1' } },
  ...changes,
});

interface Signing {
  readonly secret?: string;
  readonly ageSeconds?: number;
  /** Text before the signature. */
  readonly before?: string;
}

function send(
  event: object,
  { secret = secrets[0], ageSeconds = 0, before = '' }: Signing = {},
  body?: string,
): Promise<Answer> {
  const payload = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return post(body ?? payload, { 'stripe-signature': before + signature });
}
const post = (body: string, headers: Record<string, string>) =>
  account.call('POST /api/payment/webhook', { body, headers });
const stored = () => account.deps.database.prisma.stripeEvent.findMany({ orderBy: { receivedAt: 'asc' } });

describe('an event of Stripe', () => {
  it('is kept once, however often it comes, and worked off behind the answer', async () => {
    const event = eventOf();
    const before = { kicks, rows: (await stored()).length };
    const answers = await Promise.all([send(event), send(event), send(event)]);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { received: true }]);
    const rows = await stored();
    expect(rows).toHaveLength(before.rows + 1);
    expect(rows.at(-1)).toMatchObject({ id: event.id, type: event.type, objectId: 'sub_1', customerId: 'cus_1' });
    await waitUntil(() => kicks > before.kicks);
  });

  it('that was worked off changes nothing when it is replayed', async () => {
    const event = eventOf();
    await send(event);
    const { prisma } = account.deps.database;
    const done = await prisma.stripeEvent.update({ where: { id: event.id }, data: { processedAt: new Date() } });
    await send(event);
    expect(await prisma.stripeEvent.findUnique({ where: { id: event.id } })).toEqual(done);
  });

  it('is forgotten 30 days after it was worked off, and 90 days after it came where it never could be', async () => {
    const { prisma, pool } = account.deps.database;
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const event = (receivedAt: Date, processedAt: Date | null) => {
      return { id: eventOf().id, type: 'x', receivedAt, processedAt };
    };
    const gone = [event(ago(31), ago(30.1)), event(ago(90.1), null)];
    const kept = [event(ago(31), ago(29.9)), event(ago(89.9), null)];
    await prisma.stripeEvent.createMany({ data: [...gone, ...kept] });
    await forgetOldEvents(pool);
    const ids = [...gone, ...kept].map(({ id }) => id);
    const left = await prisma.stripeEvent.findMany({ where: { id: { in: ids } } });
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
    await prisma.stripeEvent.deleteMany({ where: { id: { in: ids } } });
  });

  it('of a customer names that customer', async () => {
    const event = eventOf({ type: 'customer.deleted', data: { object: { id: 'cus_9', object: 'customer' } } });
    await send(event);
    expect((await stored()).find(({ id }) => id === event.id)).toMatchObject({ customerId: 'cus_9' });
  });

  it('is believed under either secret while one replaces the other', async () => {
    for (const secret of secrets) expect((await send(eventOf(), { secret })).status).toBe(200);
  });

  it('of the other mode is taken and forgotten', async () => {
    const before = await stored();
    expect((await send(eventOf({ livemode: true }))).status).toBe(200);
    expect(await stored()).toEqual(before);
  });

  it.each<[string, () => Promise<Answer>]>([
    ['signed by somebody else', () => send(eventOf(), { secret: 'whsec_guessed' })],
    ['signed ten minutes ago', () => send(eventOf(), { ageSeconds: 600 })],
    ['signed for a time in ten minutes', () => send(eventOf(), { ageSeconds: -600 })],
    [
      'signed for a time in ten minutes, behind another time',
      () => send(eventOf(), { ageSeconds: -600, before: 't=1,' }),
    ],
    ['with one character changed', () => send(eventOf(), {}, JSON.stringify(eventOf()))],
    ['with its body packed anew', () => send({ a: 1 }, {}, '{"a":1}')],
    ['without a signature', () => post('{}', {})],
    ['with half a signature', () => post('{}', { 'stripe-signature': 't=1' })],
    ['with an empty signature', () => post('{}', { 'stripe-signature': '' })],
    [
      'without a body',
      () => account.call('POST /api/payment/webhook', { headers: { 'stripe-signature': 't=1,v1=2' } }),
    ],
  ])('%s is refused, and nothing is kept', async (_what, attempt) => {
    const before = { rows: await stored(), kicks };
    const { status, body } = await attempt();
    expect([status, body]).toEqual([400, { error: 'The signature does not fit the body', code: 'invalid_signature' }]);
    expect({ rows: await stored(), kicks }).toEqual(before);
  });

  it.each([undefined, '', 't=1', 'v1=2', `t=1,v1=${'x'.repeat(64)}`, `v1=${'a'.repeat(64)}`])(
    'with the signature %j is refused before its body comes',
    async (signature) => {
      const headers = {
        'content-length': '1000000',
        ...(signature !== undefined && { 'stripe-signature': signature }),
      };
      const outgoing = request(`${account.url}/api/payment/webhook`, { method: 'POST', headers });
      outgoing.flushHeaders();
      const [{ statusCode }] = (await once(outgoing, 'response')) as [IncomingMessage];
      outgoing.on('error', () => undefined).destroy();
      expect(statusCode).toBe(400);
    },
  );

  it('that is signed and is not JSON is refused, and nothing is kept', async () => {
    const before = await stored();
    const payload = '{"id":';
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: secrets[1] });
    const answer = await post(payload, { 'stripe-signature': signature });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'malformed_body' }]);
    expect(await stored()).toEqual(before);
  });

  it('beyond any size that Stripe sends is refused', async () => {
    const answer = await send(eventOf({ filler: 'x'.repeat(1_100_000) }));
    expect([answer.status, answer.body]).toMatchObject([413, { code: 'too_large' }]);
  });
});
