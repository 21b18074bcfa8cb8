import { spawnSync } from 'node:child_process';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { FailedForGood } from '@inlet/queue/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailEventJob } from '#mail/events/mail-event.job.ts';
import { measureReports } from '#mail/events/measure-reports.ts';
import {
  amazon,
  certificateUrl,
  makeSigningKey,
  notification,
  signed,
  subscribeUrl,
  subscription,
} from '#mail/events/sns.test-setup.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const logger = createLogger({ service: 'worker', level: 'silent' });
const bounce = (bounceType: string, ...emails: string[]) => ({
  notificationType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: emails.map((emailAddress) => ({ emailAddress })) },
});

describe.skipIf(!hasOpenssl)('a message of Amazon SNS', () => {
  let worker: TestWorker;
  let key: ReturnType<typeof makeSigningKey>;
  let far: ReturnType<typeof amazon>;
  let receive: (message: string) => Promise<void>;
  beforeAll(async () => {
    worker = await openTestWorker();
    key = makeSigningKey();
  });
  afterAll(() => worker.close());
  beforeEach(async () => {
    await worker.owner.prisma.suppression.deleteMany();
    far = amazon(key);
    const handle = mailEventJob({ ...worker.deps, outbound: far }, measureReports(createMetrics('worker')));
    receive = (message) => handle({ message }, { jobId: 'event', lane: 0, logger });
  });
  const suppressions = async () => {
    const found = await worker.owner.prisma.suppression.findMany({ orderBy: { email: 'asc' } });
    return found.map(({ email, scope, reason }) => ({ email, scope, reason }));
  };

  it('stops mail to addresses that bounced for good, or complained', async () => {
    await receive(signed(notification(bounce('Permanent', 'Ada@Example.com', 'Eve <eve@example.com>')), key));
    const complaint = {
      eventType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: 'b@example.com' }] },
    };
    await receive(signed(notification(complaint, { SignatureVersion: '1' }), key));
    expect(await suppressions()).toEqual([
      { email: 'ada@example.com', scope: 'all', reason: 'bounce' },
      { email: 'b@example.com', scope: 'all', reason: 'complaint' },
      { email: 'eve@example.com', scope: 'all', reason: 'bounce' },
    ]);
    // Both messages use the same certificate.
    expect(far.requests.map(({ url }) => url)).toEqual([certificateUrl]);
  });

  it('leaves a complaint one when a bounce comes later, and may come twice', async () => {
    const complaint = {
      eventType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: 'a@example.com' }] },
    };
    const later = signed(notification(bounce('Permanent', 'a@example.com')), key);
    for (const message of [signed(notification(complaint), key), later, later]) await receive(message);
    expect(await suppressions()).toMatchObject([{ email: 'a@example.com', reason: 'complaint' }]);
  });

  it('stops nothing for a full mailbox or a delivery', async () => {
    await receive(signed(notification(bounce('Transient', 'a@example.com')), key));
    await receive(signed(notification({ eventType: 'Delivery', delivery: {} }), key));
    expect(await suppressions()).toEqual([]);
  });

  it('confirms the subscription of the topic', async () => {
    await receive(signed(subscription(), key));
    expect(far.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${certificateUrl}`,
      `GET ${subscribeUrl}`,
    ]);
  });

  it('is refused for good where its signature is not that of the certificate', async () => {
    const message = JSON.parse(signed(notification(bounce('Permanent', 'a@example.com')), key));
    const changed = { ...message, Message: message.Message.replace('a@', 'b@') };
    await expect(receive(JSON.stringify(changed))).rejects.toThrow(FailedForGood);
    const strange = JSON.parse(signed(subscription(), makeSigningKey()));
    await expect(receive(JSON.stringify(strange))).rejects.toThrow('The signature does not fit');
    expect(await suppressions()).toEqual([]);
    expect(far.requests.map(({ url }) => url)).not.toContain(subscribeUrl);
  });

  it.each([
    { SigningCertURL: 'https://sns.eu-central-1.amazonaws.com.evil.example/a.pem' },
    { SigningCertURL: 'https://evil.example/sns.eu-central-1.amazonaws.com/a.pem' },
    { SigningCertURL: 'https://evil@sns.eu-central-1.amazonaws.com/a.pem' },
    { SigningCertURL: 'http://sns.eu-central-1.amazonaws.com/a.pem' },
    { SigningCertURL: 'https://sns.eu-central-1.amazonaws.com:8443/a.pem' },
    { SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/a.txt' },
    { SigningCertURL: 'https://bucket.s3.amazonaws.com/a.pem' },
    { SubscribeURL: 'https://evil.example/' },
  ])('asks nobody but Amazon SNS: %j', async (overrides) => {
    await expect(receive(signed(subscription(overrides), key))).rejects.toThrow(FailedForGood);
    expect(far.requests).toEqual([]);
  });

  it.each(['', 'null', '{}', JSON.stringify(notification('no JSON'))])('fails once where it is %j', async (text) => {
    await expect(receive(text)).rejects.toThrow(FailedForGood);
  });

  it('is tried again where Amazon does not answer', async () => {
    const away = { ...far, deliver: async () => ({ kind: 'failed', error: 'No answer', durationMs: 1 }) as const };
    const handle = mailEventJob({ ...worker.deps, outbound: away }, measureReports(createMetrics('worker')));
    const message = signed(notification(bounce('Permanent', 'a@example.com')), key);
    const failed = handle({ message }, { jobId: 'event', lane: 0, logger });
    await expect(failed).rejects.toThrow('Amazon SNS did not respond');
    await expect(failed).rejects.not.toThrow(FailedForGood);
  });
});
