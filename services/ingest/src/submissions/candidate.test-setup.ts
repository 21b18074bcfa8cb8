import type { Candidate } from '@inlet/endpoint/candidate';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';

/** A submission to be stored, without an idempotency key. */
export function buildCandidate(
  submission: Partial<AcceptedSubmission>,
  others: Partial<Omit<Candidate, 'submission'>> = {},
): Candidate {
  return {
    submission: buildAcceptedSubmission({ formId: 'form', userId: 'user', json: '{}', ...submission }),
    endpointId: 'endpoint0001',
    lane: 0,
    limits: { submissions: 1_000, bytes: 1_000_000_000 },
    claim: null,
    requestId: 'request-1',
    ...others,
  };
}
