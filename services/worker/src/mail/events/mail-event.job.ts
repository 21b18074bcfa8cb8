import { snsMessageSchema } from '@inlet/mail/sns-message';
import { FailedForGood, type JobHandlers } from '@inlet/queue/consumers';
import type { WorkerDeps } from '#deps.ts';
import type { MailReports } from '#mail/events/measure-reports.ts';
import { readSesEvent } from '#mail/events/ses-event.ts';
import { createSnsVerifier, fetchText } from '#mail/events/verify-sns.ts';
import { suppress } from '#mail/suppressions.store.ts';

const parse = <T>(read: () => T): T => {
  try {
    return read();
  } catch {
    // The original error would repeat the message, which contains addresses.
    throw new FailedForGood('The message is not one of Amazon SNS and SES');
  }
};

/** Handles a message of the topic that SES publishes to. Account has checked the topic; the signature proves it. */
export function mailEventJob(
  { outbound, deliveryPool, lifecycle }: Pick<WorkerDeps, 'outbound' | 'deliveryPool' | 'lifecycle'>,
  reports: MailReports,
): JobHandlers['mail-event'] {
  const verify = createSnsVerifier(outbound);
  const closing = new AbortController();
  lifecycle.onClose('stop intake', 'exchanges with Amazon SNS', async () => closing.abort());
  return async ({ message: text }, { logger }) => {
    const message = parse(() => snsMessageSchema.parse(JSON.parse(text)));
    if (!(await verify(message, closing.signal))) throw new FailedForGood('The signature does not fit the message');
    if (message.Type === 'SubscriptionConfirmation') {
      await fetchText(outbound, message.SubscribeURL, closing.signal);
      logger.info({ topic: message.TopicArn }, 'mail events: subscription to the topic confirmed');
    }
    if (message.Type !== 'Notification') return;
    const reported = parse(() => readSesEvent(message.Message));
    if (!reported) return;
    await suppress(deliveryPool, reported.emails, reported.report);
    reports.note('ses', reported.report, reported.emails.length);
  };
}
