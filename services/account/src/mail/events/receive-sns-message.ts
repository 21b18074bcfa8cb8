import { createHash } from 'node:crypto';
import * as z from 'zod';
import { invalidSignature, mailEventsOff } from '#errors.ts';
import type { Resources } from '#resources.ts';

const topicSchema = z.object({ TopicArn: z.string() });

/**
 * Queues a message of the topic that Amazon SES publishes to. Its signature needs a certificate of Amazon's, and only
 * the worker may fetch one.
 */
export async function receiveSnsMessage(
  { config, producer }: Pick<Resources, 'config' | 'producer'>,
  body: unknown,
): Promise<void> {
  const { MAIL_EVENTS_TOPIC: topic } = config;
  if (topic === undefined) throw mailEventsOff();
  if (!Buffer.isBuffer(body) || topicOf(body) !== topic) throw invalidSignature();
  // SNS repeats a message that it takes for lost. One that waits already is not queued a second time.
  const id = createHash('sha256').update(body).digest('base64url');
  await producer.add('mail-event', id, { message: body.toString() });
}

function topicOf(body: Buffer): string | undefined {
  try {
    return topicSchema.safeParse(JSON.parse(body.toString())).data?.TopicArn;
  } catch {
    return undefined;
  }
}
