import { createHash } from 'node:crypto';
import { type SnsMessage, snsMessageSchema } from '@inlet/mail/sns-message';
import { invalidSignature, mailEventsOff } from '#errors.ts';
import type { Resources } from '#resources.ts';

/** The largest message of SNS; those of SES have some kilobytes. */
const bytesMax = 256 * 1_024;

/**
 * Queues a message of the topic that Amazon SES publishes to. Its signature needs a certificate of Amazon, and only the
 * worker may fetch one. Until then the sender is unknown, so Redis accepts nothing large, and nothing that names a
 * certificate of another host.
 */
export async function receiveSnsMessage(
  { config, producer }: Pick<Resources, 'config' | 'producer'>,
  body: unknown,
): Promise<void> {
  const { MAIL_EVENTS_TOPIC: topic } = config;
  if (topic === undefined) throw mailEventsOff();
  if (!Buffer.isBuffer(body) || body.length > bytesMax || readMessage(body)?.TopicArn !== topic) {
    throw invalidSignature();
  }
  // SNS repeats a message that it considers lost. A queued one is not queued again.
  const id = createHash('sha256').update(body).digest('base64url');
  await producer.add('mail-event', id, { message: body.toString() });
}

function readMessage(body: Buffer): SnsMessage | undefined {
  try {
    return snsMessageSchema.safeParse(JSON.parse(body.toString())).data;
  } catch {
    return undefined;
  }
}
