import { randomUUIDv7 } from 'node:crypto';
import type { Amounts } from '@inlet/contracts/quotas';
import type { Candidate } from '@inlet/endpoint/candidate';
import type { Tracing } from '@inlet/observe/tracing';
import type { Admission, FormRequest, QuotaCapacity, QuotaRequest } from '@inlet/queue/intake';
import { packBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import { usageOf } from '@inlet/submissions/usage';
import type { TwoPaths } from '#paths/two-paths.ts';
import type { Outcome } from '#submissions/batcher.ts';
import { traceBatch } from '#submissions/trace-batch.ts';

export interface QueueBatchDeps {
  readonly paths: Pick<TwoPaths, 'admit'>;
  readonly tracing?: Tracing | undefined;
}

/** Queues and counts batches in one step. */
export class QueueBatch {
  readonly #deps: QueueBatchDeps;

  constructor(deps: QueueBatchDeps) {
    this.#deps = deps;
  }

  /** Returns the outcome of each submission. Fails if it is unknown whether the batch was queued. */
  queue(batch: readonly Candidate[]): Promise<Outcome[]> {
    const { tracing } = this.#deps;
    return tracing ? traceBatch(tracing, batch, (trace) => this.#queueAll(batch, trace)) : this.#queueAll(batch);
  }

  /**
   * Usually the whole batch fits. If a submission does not fit or reuses an idempotency key, Redis changes nothing and
   * reports this, and the rest is sent once more.
   */
  async #queueAll(batch: readonly Candidate[], trace?: string[]): Promise<Outcome[]> {
    const refused = new Map<Candidate, Outcome>();
    let left = batch;
    let mayBeStored = false;
    while (left.length > 0) {
      const wanted = { requests: requestsOf(left), forms: formsOf(left) };
      const claimants = left.filter(({ claim }) => claim !== null);
      const claims = claimants.flatMap(({ claim }) => claim ?? []);
      const submissions = left.map(({ submission }) => submission);
      const payload = packBatch(submissions, trace);
      const admission = await this.#deps.paths.admit({ id: randomUUIDv7(), ...wanted, claims, batch: payload });
      if (admission.isQueued) break;
      mayBeStored ||= admission.mayBeStored ?? false;
      // A submission that reuses a key is not counted, so the capacity is only known without it.
      const named = findNamed(claimants, admission);
      const found = named.size > 0 ? named : findTooMany(left, wanted, admission);
      if (found.size === 0) throw new Error('A batch was refused without a reason');
      for (const [candidate, outcome] of found) {
        // The batch may still be stored on another path, so no visitor may be told that a month is full.
        refused.set(candidate, mayBeStored && isOverLimit(outcome) ? 'uncertain' : outcome);
      }
      left = left.filter((candidate) => !found.has(candidate));
    }
    return batch.map((candidate) => refused.get(candidate) ?? 'stored');
  }
}

const isOverLimit = (outcome: Outcome) => outcome === 'over limit' || outcome === 'over bytes';

interface Wanted {
  readonly requests: readonly QuotaRequest[];
  readonly forms: readonly FormRequest[];
}

function requestsOf(batch: readonly Candidate[]): QuotaRequest[] {
  const limits = new Map(batch.map((candidate) => [candidate.submission.userId, candidate.limits]));
  return usageOf(batch.map(({ submission }) => submission)).map(({ userId, month, submissions, bytes }) => ({
    userId,
    month,
    wanted: { submissions, bytes },
    limits: limits.get(userId) ?? { submissions: 0, bytes: 0 },
  }));
}

/** The forms with a number. Their bytes are not limited. */
function formsOf(batch: readonly Candidate[]): FormRequest[] {
  const forms = new Map<string, FormRequest>();
  for (const { submission, closing } of batch) {
    if (!closing?.max) continue;
    const { version, submissions: most } = closing.max;
    const name = formName(submission.formId, version);
    const submissions = (forms.get(name)?.wanted.submissions ?? 0) + countOf(submission);
    const limits = { submissions: most, bytes: 0 };
    forms.set(name, { formId: submission.formId, version, wanted: { submissions, bytes: 0 }, limits });
  }
  return [...forms.values()];
}

const formName = (formId: string, version: number) => `${formId} ${version}`;
/** Spam does not count as a submission, but its bytes count. */
const countOf = ({ isSpam }: Candidate['submission']) => (isSpam ? 0 : 1);

/** Submissions that reuse a key, and repeats of queued ones. */
function findNamed(
  claimants: readonly Candidate[],
  { reused, repeated = [] }: Pick<Admission, 'reused' | 'repeated'>,
): Map<Candidate, Outcome> {
  const at = (positions: readonly number[], outcome: Outcome) =>
    positions.flatMap((position) => (claimants[position] ? [[claimants[position], outcome] as const] : []));
  return new Map([...at(reused, 'key reused'), ...at(repeated, 'repeated')]);
}

type Left = { -readonly [Key in keyof Amounts]: number } | null;

/** Goes in order of arrival. */
function findTooMany(
  batch: readonly Candidate[],
  { requests, forms }: Wanted,
  { capacities, forms: formCapacities = [] }: Pick<Admission, 'capacities' | 'forms'>,
): Map<Candidate, Outcome> {
  const ofMonths = new Map(
    requests.map(({ userId, month }, index) => [userId + month, leftOf(capacities[index])] as const),
  );
  const ofForms = new Map(
    forms.map(({ formId, version }, index) => [formName(formId, version), leftOf(formCapacities[index])] as const),
  );
  const found = new Map<Candidate, Outcome>();
  for (const candidate of batch) {
    const { userId, formId, receivedAtMs } = candidate.submission;
    const max = candidate.closing?.max;
    const ofMonth = ofMonths.get(userId + monthOf(receivedAtMs));
    const ofForm = max ? ofForms.get(formName(formId, max.version)) : undefined;
    const outcome = takeFrom(ofMonth ?? null, ofForm, candidate.submission);
    if (outcome) found.set(candidate, outcome);
  }
  return found;
}

function leftOf(capacity: QuotaCapacity | undefined): Left {
  return capacity?.isCounted ? { ...capacity.fits } : null;
}

/** Takes a submission's share, or returns why it does not fit. A form without a number is undefined. */
function takeFrom(ofMonth: Left, ofForm: Left | undefined, submission: Candidate['submission']): Outcome | null {
  const [count, bytes] = [countOf(submission), Buffer.byteLength(submission.json)];
  if (!ofMonth || ofForm === null) return 'uncounted';
  if (ofForm && ofForm.submissions < count) return 'form full';
  if (ofMonth.submissions < count) return 'over limit';
  if (ofMonth.bytes < bytes) return 'over bytes';
  ofMonth.submissions -= count;
  ofMonth.bytes -= bytes;
  if (ofForm) ofForm.submissions -= count;
  return null;
}
