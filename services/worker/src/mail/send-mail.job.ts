import { FailedForGood, type JobHandlers } from '@inlet/queue/consumers';
import { redisKeys } from '@inlet/redis/keys';
import { defineCounter } from '@inlet/service/metrics';
import type { WorkerDeps } from '#deps.ts';
import { MailFault } from '#mail/mail-fault.ts';

/** Longer than a redelivery can take, after a dead worker or a second add. */
const rememberedSeconds = 86_400;

/**
 * Hands a mail to the mail server, once for each job id. A worker that dies between the server's yes and the note of
 * it makes the next one send it again, with the same Message-ID, by which mail programs know the two for one.
 */
export function sendMailJob({
  mailer,
  redis,
  config,
  metrics,
}: Pick<WorkerDeps, 'mailer' | 'redis' | 'config' | 'metrics'>): JobHandlers['send-mail'] {
  const keys = redisKeys(config.REDIS_PREFIX);
  const mails = defineCounter(metrics, 'inlet_mails_total', 'Mails: sent, refused for good, or to be tried again', [
    'outcome',
  ]);
  // They begin at zero, or the first of a kind could not be told from those before it.
  for (const outcome of ['sent', 'refused', 'failed']) mails.inc({ outcome }, 0);
  return async (mail, { jobId }) => {
    const note = keys.mailSent(jobId);
    if ((await redis.exists(note)) > 0) return;
    await mailer.send(mail, jobId).catch((error: unknown) => {
      const isRefused = error instanceof MailFault && error.isForGood;
      mails.inc({ outcome: isRefused ? 'refused' : 'failed' });
      throw isRefused ? new FailedForGood(error.message) : error;
    });
    mails.inc({ outcome: 'sent' });
    await redis.set(note, '', 'EX', rememberedSeconds);
  };
}
