import type { JobHandlers } from '@inlet/queue/consumers';
import type { WorkerDeps } from '#deps.ts';
import { checkSenderJob } from '#mail/check-sender.job.ts';
import { mailEventJob } from '#mail/events/mail-event.job.ts';
import { measureReports } from '#mail/events/measure-reports.ts';
import { sendMailJob } from '#mail/send-mail.job.ts';

/** The handlers of the jobs that send mails, and of reports about them. */
export function mailHandlers(
  deps: WorkerDeps,
): Pick<JobHandlers, 'send-mail' | 'send-notification' | 'mail-event' | 'check-sender'> {
  const reports = measureReports(deps.metrics);
  const send = sendMailJob(deps, reports);
  return {
    'send-mail': send,
    'send-notification': send,
    'mail-event': mailEventJob(deps, reports),
    'check-sender': checkSenderJob(deps),
  };
}
