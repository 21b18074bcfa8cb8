import { execFileSync } from 'node:child_process';
import { createSign, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SnsMessage, signedText } from '@inlet/mail/sns-message';
import type { Outbound, OutgoingRequest } from '@inlet/outbound/exchange';

export const topic = 'arn:aws:sns:eu-central-1:123456789012:mail-events';
export const certificateUrl = 'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem';
export const subscribeUrl = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';

interface SigningKey {
  readonly privateKey: string;
  readonly certificate: string;
}

/** A key with a certificate, like those of SNS. */
export function makeSigningKey(): SigningKey {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-sns-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2'];
  execFileSync('openssl', [...args, '-subj', '/CN=sns.amazonaws.com'], { stdio: 'ignore' });
  const made = { privateKey: readFileSync(key, 'utf8'), certificate: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

type Unsigned = SnsMessage extends infer Message
  ? Message extends SnsMessage
    ? Omit<Message, 'Signature'>
    : never
  : never;

const shared = () => ({
  MessageId: randomUUID(),
  TopicArn: topic,
  Timestamp: '2026-11-23T12:00:00.000Z',
  SigningCertURL: certificateUrl,
});

export function notification(event: unknown, overrides: Partial<SnsMessage> = {}): Unsigned {
  const Message = typeof event === 'string' ? event : JSON.stringify(event);
  return { ...shared(), Type: 'Notification', SignatureVersion: '2', Message, ...overrides } as Unsigned;
}

export function subscription(overrides: Partial<SnsMessage> = {}): Unsigned {
  const token = { Token: 't', SubscribeURL: subscribeUrl };
  return {
    ...{ ...shared(), Type: 'SubscriptionConfirmation', SignatureVersion: '1', Message: 'Confirm?' },
    ...token,
    ...overrides,
  } as Unsigned;
}

/** The body that SNS sends. */
export function signed(message: Unsigned, { privateKey }: SigningKey): string {
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const text = signedText({ ...message, Signature: '' } as SnsMessage);
  return JSON.stringify({ ...message, Signature: createSign(algorithm).update(text).sign(privateKey, 'base64') });
}

/** A fake Amazon behind the guard. */
export function amazon({ certificate }: SigningKey): Pick<Outbound, 'deliver' | 'close'> & {
  readonly requests: OutgoingRequest[];
} {
  const requests: OutgoingRequest[] = [];
  const answers: Readonly<Record<string, string>> = { [certificateUrl]: certificate, [subscribeUrl]: '<ok/>' };
  return {
    requests,
    close: () => undefined,
    deliver: async (request) => {
      requests.push(request);
      const body = answers[request.url];
      if (body === undefined) return { kind: 'failed', error: 'Nobody answers', durationMs: 1 };
      return { kind: 'answered', status: 200, headers: {}, shownHeaders: {}, body, excerpt: body, durationMs: 1 };
    },
  };
}
