import type { JobHandlers } from '@inlet/queue/consumers';
import type { WorkerDeps } from '#deps.ts';
import { mailEventJob } from '#mail/events/mail-event.job.ts';
import { measureReports } from '#mail/events/measure-reports.ts';
import { sendMailJob } from '#mail/send-mail.job.ts';

/** The handlers of the jobs that send mails, and that hear what became of them. */
export function startMail(deps: WorkerDeps): Pick<JobHandlers, 'send-mail' | 'mail-event'> {
  const reports = measureReports(deps.metrics);
  return { 'send-mail': sendMailJob(deps, reports), 'mail-event': mailEventJob(deps, reports) };
}
