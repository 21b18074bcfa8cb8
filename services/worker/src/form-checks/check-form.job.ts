import scriptVersions from '@inlet/client/versions.json' with { type: 'json' };
import type { CheckFinding } from '@inlet/contracts/form-check';
import { isDatabaseAway } from '@inlet/db/faults';
import type { JobHandlers } from '@inlet/queue/consumers';
import type { AcceptedTest } from '@inlet/submissions/accepted-test';
import { beginCheck, finishCheck, type RunningCheck } from '#form-checks/checks.store.ts';
import { addOfPage, fault, note, notFinished, sortFindings, stateOf } from '#form-checks/findings.ts';
import { type FollowMailDeps, followMail } from '#form-checks/follow-mail.ts';
import { type FollowTargetsDeps, followTargets } from '#form-checks/follow-targets.ts';
import { type LoadOptions, loadPage } from '#form-checks/load-page.ts';
import { inspectPage } from '#form-checks/page/inspect-page.ts';
import { type SendTestDeps, sendTest } from '#form-checks/send-test.ts';
import { tryStoring } from '#submissions/try-storing.ts';

export type CheckDeps = FollowMailDeps & FollowTargetsDeps & SendTestDeps & LoadOptions;

/** The time of a whole check-up, also if several workers take it up in turn. */
export const checkMs = 60_000;

/** Checks the page of a form. A repeat begins anew, as long as there is time. */
export function checkFormJob(deps: CheckDeps): JobHandlers['check-form'] {
  const { pool, logger } = deps;
  return async ({ checkId }) => {
    const check = await beginCheck(pool, checkId);
    if (!check) return;
    const findings: CheckFinding[] = [];
    const leftMs = checkMs - check.ageMs;
    const signal = leftMs > 0 ? AbortSignal.timeout(leftMs) : AbortSignal.abort();
    await untilAborted(() => findFaults(deps, check, findings, signal), signal).catch((err: unknown) => {
      if (!signal.aborted && isDatabaseAway(err)) throw err;
      if (!signal.aborted) logger.error({ err, formId: check.formId }, 'form check: failed');
      findings.push(signal.aborted ? notFinished : failed);
    });
    const sorted = sortFindings(findings);
    await finishCheck(pool, checkId, stateOf(sorted), sorted);
  };
}

const failed = fault(
  'check_failed',
  'The check-up itself failed',
  'Check the page again. If it happens again, tell the operator of this installation.',
);

/** What was found until then is kept; a request that is under way ends by its own timeout. */
async function untilAborted(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work().then(resolve, reject);
  });
}

async function findFaults(
  deps: CheckDeps,
  check: RunningCheck,
  findings: CheckFinding[],
  signal: AbortSignal,
): Promise<void> {
  const page = await loadPage(deps, check.pageUrl, findings, signal);
  if (!page) return;
  const { endpointId, allowedOrigins, takesFiles, routedFields } = check;
  const { PUBLIC_URL: publicUrl } = deps.config;
  const rules = check.rules && check.rules.mode !== 'off' && check.rules.fields.length > 0 ? check.rules : null;
  const form = { endpointId, publicUrl, allowedOrigins, takesFiles, rules, routedFields, scriptVersions };
  const { findings: found, sending } = inspectPage(page, form);
  addOfPage(findings, found);
  if (!sending) return;
  const accepted = await sendTest(deps, endpointId, sending, findings, signal);
  if (accepted) await follow(deps, check, accepted, findings, signal);
}

/** Follows what the endpoint took to the row, the mails and the integrations. */
async function follow(
  deps: CheckDeps,
  check: RunningCheck,
  submission: AcceptedTest['submission'],
  findings: CheckFinding[],
  signal: AbortSignal,
): Promise<void> {
  if (submission.ruleErrors !== undefined) addOfPage(findings, ruleFaults(submission.ruleErrors));
  const isStored = await tryStoring(deps.pool, submission);
  if (!isStored) {
    findings.push(fault('not_stored', 'The submission could not be stored', 'Tell the operator of this installation.'));
    return;
  }
  signal.throwIfAborted();
  const work = [followMail(deps, check, submission), followTargets(deps, check, submission)];
  await Promise.all(work.map(async (part) => findings.push(...(await part))));
}

/** Rules that only warn mark what the page sends. */
function ruleFaults(ruleErrors: string): CheckFinding[] {
  const errors: { field: string; message: string }[] = JSON.parse(ruleErrors);
  return errors.map(({ field, message }) =>
    note('rule_broken', `What the page sends would be marked: ${message}`, 'Compare the field with its rule.', {
      field,
    }),
  );
}
