import { createHmac, randomBytes } from 'node:crypto';

/** Bytes of a new secret: Standard Webhooks asks for 24 to 64. */
const secretBytes = 32;
const prefix = 'whsec_';

/** A new secret, as owners see it. */
export function createSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

export interface Signed {
  /** The event's id: every attempt and every replay has the same. */
  readonly id: string;
  readonly body: string;
  /** When this attempt is made. Receivers refuse one that is more than five minutes old. */
  readonly at: Date;
  /** All that are valid now: two while a new one takes the place of an old one. */
  readonly secrets: readonly string[];
}

/** The headers of Standard Webhooks 1.0, with one signature for each secret. */
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
