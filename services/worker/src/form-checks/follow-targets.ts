import type { CheckFinding } from '@inlet/contracts/form-check';
import { planAllows } from '@inlet/contracts/plans';
import { targetsMax } from '@inlet/contracts/targets';
import type { AcceptedTest } from '@inlet/submissions/accepted-test';
import type { WorkerConfig } from '#config.ts';
import { deliverCheck } from '#deliveries/deliver-check.ts';
import type { DeliverTestDeps } from '#deliveries/deliver-test.ts';
import { type CheckedTarget, findCheckedTargets, type RunningCheck } from '#form-checks/checks.store.ts';
import { fault, note, shown } from '#form-checks/findings.ts';

export interface FollowTargetsDeps extends DeliverTestDeps {
  readonly config: Pick<WorkerConfig, 'BILLING' | 'PUBLIC_URL'>;
}

type TestSubmission = AcceptedTest['submission'];

/** Delivers the test to every integration of the form, once, and finds out what each of them answers. */
export async function followTargets(
  deps: FollowTargetsDeps,
  check: RunningCheck,
  submission: TestSubmission,
): Promise<CheckFinding[]> {
  const targets = await findCheckedTargets(deps.pool, check.formId, targetsMax);
  if (targets.length > 0 && deps.config.BILLING === 'on' && !planAllows(check.plan, 'webhooks'))
    return [fault('integrations_not_in_plan', 'The plan has no integrations', 'Choose a plan that includes them.')];
  return (await Promise.all(targets.map((target) => followTarget(deps, target, submission)))).flat();
}

async function followTarget(
  deps: FollowTargetsDeps,
  { id, name, state }: CheckedTarget,
  submission: TestSubmission,
): Promise<CheckFinding[]> {
  if (state === 'paused')
    return [
      note('integration_paused', `The integration “${shown(name)}” is paused`, 'Resume it when it should go on.'),
    ];
  if (state === 'disabled')
    return [
      fault(
        'integration_stopped',
        `The integration “${shown(name)}” was stopped, because it failed too often or does not fit the plan`,
        'Look at its log, and resume it.',
      ),
    ];
  const error = await deliverCheck(deps, id, submission);
  return error === null
    ? [note('integration_accepted', `The integration “${shown(name)}” took the test`)]
    : [
        fault(
          'integration_failed',
          `The integration “${shown(name)}” did not take the test: ${error}`,
          'Look at the attempt in its log.',
        ),
      ];
}
