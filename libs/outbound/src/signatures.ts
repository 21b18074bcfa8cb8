import { createHmac, randomBytes } from 'node:crypto';

/** The size of a new secret in bytes; Standard Webhooks requires 24 to 64. */
const secretBytes = 32;
const prefix = 'whsec_';

/** A new secret, as owners see it. */
export function createSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

export interface Signed {
  /** The event's id, which every attempt and replay shares. */
  readonly id: string;
  readonly body: string;
  /** The time of this attempt. Receivers reject a request that is more than five minutes old. */
  readonly at: Date;
  /** All valid secrets: two during a rotation. */
  readonly secrets: readonly string[];
}

/** The headers of Standard Webhooks 1.0, with a signature for each secret. */
export function signatureHeaders({ id, body, at, secrets }: Signed): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
