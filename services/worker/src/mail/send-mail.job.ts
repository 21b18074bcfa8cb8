import type { Mail } from '@inlet/contracts/mail';
import { createAddressHashes } from '@inlet/crypto/address-hash';
import { defineCounter } from '@inlet/observe/metrics';
import { FailedForGood, type JobHandlers } from '@inlet/queue/consumers';
import { redisKeys } from '@inlet/redis/keys';
import type { WorkerDeps } from '#deps.ts';
import type { MailReports } from '#mail/events/measure-reports.ts';
import { MailFault } from '#mail/mail-fault.ts';
import { noteOutcome } from '#mail/note-outcome.ts';
import { isSuppressed, suppress } from '#mail/suppressions.store.ts';

/** Longer than a redelivery can take after a crashed worker or a second add. */
const rememberedSeconds = 86_400;

type SendDeps = Pick<WorkerDeps, 'mailer' | 'redis' | 'config' | 'metrics' | 'deliveryPool'>;

/**
 * Sends a mail once for each job id. If a worker crashes between the server's acceptance and its own record, the next
 * one sends the mail again with the same Message-ID, by which mail programs recognise the duplicate.
 */
export function sendMailJob(deps: SendDeps, reports: MailReports): JobHandlers['send-mail'] {
  const { mailer, redis, config, metrics, deliveryPool } = deps;
  const keys = redisKeys(config.REDIS_PREFIX);
  const tell = noteOutcome({ redis, keys });
  const hashes = createAddressHashes(config.ENCRYPTION_KEYS);
  const about = 'Mails: sent, suppressed, refused for good, or to be tried again';
  const mails = defineCounter(metrics, 'inlet_mails_total', about, ['outcome']);
  // Counters start at zero, so that the first event of a kind shows as an increase.
  for (const outcome of ['sent', 'suppressed', 'refused', 'failed']) mails.inc({ outcome }, 0);
  async function fail(error: unknown, mail: Mail, jobId: string): Promise<never> {
    const fault = error instanceof MailFault ? error : null;
    if (fault?.isBounce) {
      await suppress(deliveryPool, [mail.to], 'bounce');
      reports.note('smtp', 'bounce');
    }
    const isForGood = fault?.isForGood === true;
    mails.inc({ outcome: isForGood ? 'refused' : 'failed' });
    await tell(mail, jobId, isForGood ? 'refused' : 'retrying', fault?.answer ?? null);
    throw isForGood ? new FailedForGood(fault.message) : error;
  }

  return async (mail, { jobId }) => {
    const note = keys.mailSent(jobId);
    if ((await redis.exists(note)) > 0) return;
    // Checked right before sending, because the mail may have been waiting since before a bounce.
    if (await isSuppressed(deliveryPool, hashes, mail)) {
      mails.inc({ outcome: 'suppressed' });
      await tell(mail, jobId, 'suppressed', null);
      return;
    }
    const answer = await mailer.send(mail, jobId).catch((error: unknown) => fail(error, mail, jobId));
    mails.inc({ outcome: 'sent' });
    await redis.set(note, '', 'EX', rememberedSeconds);
    await tell(mail, jobId, 'sent', answer);
  };
}
