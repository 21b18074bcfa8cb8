import { createUnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import type { JobHandlers } from '@inlet/queue/consumers';
import type { WorkerDeps } from '#deps.ts';
import { checkFormJob } from '#form-checks/check-form.job.ts';

/** The handler of the job that checks the page of a form. */
export function checkHandlers(deps: WorkerDeps): Pick<JobHandlers, 'check-form'> {
  const tokens = createUnsubscribeTokens(deps.config.ENCRYPTION_KEYS);
  return { 'check-form': checkFormJob({ ...deps, pool: deps.deliveryPool, tokens }) };
}
