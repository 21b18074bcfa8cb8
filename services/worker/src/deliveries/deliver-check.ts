import { dashboardUrl } from '@inlet/outbound/dashboard-url';
import type { AcceptedTest } from '@inlet/submissions/accepted-test';
import { parseData } from '@inlet/submissions/parse-data';
import { v7 as uuidv7 } from 'uuid';
import { type DeliverTestDeps, deliverTest } from '#deliveries/deliver-test.ts';
import { loadTarget } from '#deliveries/targets.store.ts';
import { writeEvent } from '#deliveries/write-event.ts';

/**
 * Delivers the submission of a check-up to a target, marked as a test. Returns the reason of a failure, or null. Like a
 * test by hand, it says nothing of the target's health.
 */
export async function deliverCheck(
  deps: DeliverTestDeps,
  targetId: string,
  { id, json, origin, userAgent, ruleErrors, rulesVersion }: AcceptedTest['submission'],
): Promise<string | null> {
  const target = await loadTarget(deps.pool, targetId);
  if (!target) return null;
  const at = deps.now();
  const source = {
    ...{ type: 'submission.created' as const, timestamp: at, submissionId: id, origin, userAgent },
    data: parseData(json),
    ...{ isSpam: false, spam: null, createdAt: at, files: null, alert: null },
    ruleErrors: ruleErrors === undefined ? null : JSON.parse(ruleErrors),
    rulesVersion: rulesVersion ?? null,
    confirmation: null,
    confirmedAt: null,
  };
  const event = writeEvent(target, source, deps);
  if (event?.type !== 'submission.created') throw new Error('The test has fields');
  // The submission is not kept, so it has no page of its own.
  const url = dashboardUrl(deps.config.PUBLIC_URL, target.formId);
  const submission = { ...event.data.submission, url };
  const ids = { attemptId: uuidv7({ msecs: Date.now() }), eventId: id };
  const sent = await deliverTest(deps, target, { ...event, test: true, data: { ...event.data, submission } }, ids);
  return sent.verdict === 'succeeded' ? null : (sent.error ?? 'no reason is known');
}
