import type { ClosingEntry } from '@inlet/contracts/form-closing';
import type { Amounts } from '@inlet/contracts/quotas';
import type { Span } from '@inlet/observe/tracing';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import type { KeyClaim } from '@inlet/submissions/key-claim';

/** A submission to store, with the limits of its owner's plan for the month. */
export interface Candidate {
  readonly submission: AcceptedSubmission;
  /** The address of its form. */
  readonly endpointId: string;
  /** The lane of its account in Redis, as the form's entry says. */
  readonly lane: number;
  readonly limits: Amounts;
  /** When its form is open, and for how many; undefined without limits. */
  readonly closing?: ClosingEntry | undefined;
  /** The claim of its idempotency key; with a key, the submission may be repeated. */
  readonly claim: KeyClaim | null;
  readonly requestId: string;
  /** The span of its request, if it is traced. */
  readonly span?: Span | undefined;
}
