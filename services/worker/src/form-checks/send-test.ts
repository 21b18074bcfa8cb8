import { errorBodySchema } from '@inlet/contracts/errors';
import type { CheckFinding } from '@inlet/contracts/form-check';
import { gatewayHeader } from '@inlet/http/client-address';
import { signTestMark, testMarkHeader } from '@inlet/http/test-mark';
import { type AcceptedTest, acceptedTestSchema } from '@inlet/submissions/accepted-test';
import * as z from 'zod';
import type { WorkerConfig } from '#config.ts';
import { fault } from '#form-checks/findings.ts';
import type { Sending } from '#form-checks/page/sending-of.ts';

export interface SendTestDeps {
  readonly config: Pick<WorkerConfig, 'INGEST_URL' | 'PUBLIC_URL' | 'INTERNAL_TOKEN'>;
}

/** Ingest responds within two and a half seconds. */
const timeoutMs = 5_000;

const unanswered = fault(
  'endpoint_away',
  'The endpoint of the form did not take the test submission',
  'Check the page again in a minute. If it happens again, the installation has a fault.',
);

/** Sends a submission to the endpoint as the page would, marked as a test. It is not stored there, and counts nowhere. */
export async function sendTest(
  { config: { INGEST_URL, PUBLIC_URL, INTERNAL_TOKEN } }: SendTestDeps,
  endpointId: string,
  sending: Sending,
  findings: CheckFinding[],
  signal: AbortSignal,
): Promise<AcceptedTest['submission'] | null> {
  const { body, type } = bodyOf(sending);
  const answer = await fetch(`${INGEST_URL ?? PUBLIC_URL}/f/${endpointId}/check`, {
    method: 'POST',
    headers: {
      // The token is for the services themselves, and does not go by the public address.
      ...(INGEST_URL !== undefined && { [gatewayHeader]: INTERNAL_TOKEN[0] }),
      ...type,
      [testMarkHeader]: signTestMark(INTERNAL_TOKEN, endpointId),
      accept: 'application/json',
      'user-agent': 'Inlet (form check-up)',
      origin: sending.origin,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch(() => null);
  signal.throwIfAborted();
  const read: unknown = await answer?.json().catch(() => null);
  const accepted = acceptedTestSchema.safeParse(read);
  if (answer?.ok && accepted.success) return accepted.data.submission;
  findings.push(refusalOf(answer?.status ?? 0, read));
  return null;
}

function bodyOf({ encoding, fields }: Sending) {
  if (encoding === 'json') return { body: JSON.stringify(fields), type: { 'content-type': 'application/json' } };
  const body = encoding === 'multipart' ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  return { body, type: {} };
}

const refusalSchema = errorBodySchema.pick({ error: true, code: true }).extend({
  errors: z.array(z.object({ message: z.string(), field: z.string().optional() })).catch([]),
});

/** What a visitor of the page would be told. */
function refusalOf(status: number, body: unknown): CheckFinding {
  const refusal = refusalSchema.safeParse(body);
  if (status < 400 || status >= 500 || !refusal.success) return unanswered;
  const { error, code, errors } = refusal.data;
  const field = errors.find((one) => one.field !== undefined)?.field;
  return fault('submission_refused', `The endpoint refuses what the page sends: ${error}`, fixes[code] ?? usualFix, {
    ...(field !== undefined && { field }),
  });
}

const usualFix = 'The documentation of the refusals has the causes.';
const fixes: Readonly<Record<string, string>> = {
  form_not_found: 'Make the form active in its settings.',
  form_closed: 'Set a later closing time, or a larger maximum, in the settings of the form.',
  not_open_yet: 'Wait until the form opens, or set an earlier opening time in its settings.',
  origin_not_allowed: 'Add the website to the allowed ones in the settings of the form.',
  invalid_fields: 'Compare the fields of the page with the rules of the form.',
  submission_limit_reached: 'Wait until next month, or choose a larger plan.',
};
