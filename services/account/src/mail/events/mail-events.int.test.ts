import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

const [secret, oldSecret] = ['a', 'b'].map((letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`);
const topic = 'arn:aws:sns:eu-central-1:123456789012:mail-events';

let account: TestAccount;
let without: TestAccount;
beforeAll(async () => {
  const settings = { MAIL_EVENTS_SECRET: `${secret},${oldSecret}`, MAIL_EVENTS_TOPIC: topic };
  [account, without] = await Promise.all([startTestAccount(settings), startTestAccount()]);
});
afterAll(() => Promise.all([account.close(), without.close()]));

interface Report {
  readonly by?: string | undefined;
  readonly at?: Date;
  readonly signed?: string;
  readonly asked?: TestAccount;
}

function report(body: string, { by = secret ?? '', at = new Date(), signed = body, asked = account }: Report = {}) {
  const id = randomUUID();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, at, signed),
  };
  return asked.call('POST /mail-events/generic', { body, headers });
}
const bounce = (email: string) => JSON.stringify({ type: 'bounce', email });
const suppressionsOf = (email: string) => account.deps.database.prisma.suppression.findMany({ where: { email } });

describe('a report of a mail server', () => {
  it('stops mail to the address, in whatever case', async () => {
    expect((await report(bounce('Gone@Example.com'))).status).toBe(204);
    expect(await suppressionsOf('gone@example.com')).toMatchObject([{ scope: 'all', reason: 'bounce' }]);
    expect((await report(JSON.stringify({ type: 'complaint', email: 'gone@example.com' }))).status).toBe(204);
    expect((await report(bounce('gone@example.com'))).status).toBe(204);
    expect(await suppressionsOf('gone@example.com')).toMatchObject([{ reason: 'complaint' }]);
  });

  it('may be signed by either secret while one replaces the other', async () => {
    expect((await report(bounce('rotated@example.com'), { by: oldSecret })).status).toBe(204);
  });

  it.each<[string, Report]>([
    ['another secret', { by: `whsec_${Buffer.from('c'.repeat(32)).toString('base64')}` }],
    ['another body', { signed: bounce('b@example.com') }],
    ['another time', { at: new Date(Date.now() - 6 * 60_000) }],
  ])('is refused where it was signed for %s', async (_, options) => {
    const answer = await report(bounce('ada@example.com'), options);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_signature' } });
    expect(await suppressionsOf('ada@example.com')).toEqual([]);
  });

  it('is refused without a signature', async () => {
    const answer = await account.call('POST /mail-events/generic', { body: bounce('ada@example.com') });
    expect(answer.status).toBe(400);
    expect((await account.call('POST /mail-events/generic')).status).toBe(400);
  });

  it('says what is wrong with it', async () => {
    expect((await report('{"type":"bounce"')).status).toBe(400);
    expect(await report(JSON.stringify({ type: 'open', email: 'a@example.com' }))).toMatchObject({
      status: 422,
      body: { issues: [{ field: 'type' }] },
    });
  });

  it('is not taken where no secret is set', async () => {
    expect((await report(bounce('ada@example.com'), { asked: without })).status).toBe(404);
  });
});

describe('a message of Amazon SNS', () => {
  const notification = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: topic,
    Message: '{"a":1}',
    Timestamp: '2026-11-23T12:00:00.000Z',
    SignatureVersion: '2',
    Signature: 'c2lnbmF0dXJl',
    SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
  };
  const send = (message: unknown, asked = account) =>
    asked.call('POST /mail-events/ses', {
      body: JSON.stringify(message),
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
    });
  const queued = async ({ deps, keys }: TestAccount) => {
    const ids = await deps.redis.lrange(`${keys.queues}:mail-events:wait`, 0, -1);
    return Promise.all(ids.map((id) => deps.redis.hget(`${keys.queues}:mail-events:${id}`, 'data')));
  };

  it('waits for the worker, once, if it is of our topic', async () => {
    const message = { ...notification, Message: '{}' };
    expect((await send(message)).status).toBe(202);
    expect((await send(message)).status).toBe(202);
    expect(await queued(account)).toEqual([JSON.stringify({ message: JSON.stringify(message) })]);
  });

  it('is refused if it is of another topic, too large, or no message of Amazon’s at all', async () => {
    const before = await queued(account);
    for (const message of [
      { ...notification, TopicArn: `${topic}2` },
      { TopicArn: topic },
      { ...notification, SigningCertURL: 'https://sns.example.com/SimpleNotificationService.pem' },
      { ...notification, Message: 'a'.repeat(256 * 1_024) },
      {},
      null,
      'text',
    ]) {
      expect(await send(message)).toMatchObject({ status: 400, body: { code: 'invalid_signature' } });
    }
    expect(await queued(account)).toEqual(before);
    expect((await send(notification, without)).status).toBe(404);
  });
});
