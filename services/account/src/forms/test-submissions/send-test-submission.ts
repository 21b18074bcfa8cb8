import { errorBodySchema } from '@inlet/contracts/errors';
import { exampleOrigin } from '@inlet/contracts/origins';
import type { TestSubmission } from '@inlet/contracts/submissions';
import type { Form } from '@inlet/db/client';
import { gatewayHeader } from '@inlet/http/client-address';
import { HttpError, unavailable } from '@inlet/http/errors';
import { exampleFields } from '@inlet/rules/example-fields';
import * as z from 'zod';
import type { AccountConfig } from '#config.ts';
import { formInactive } from '#errors.ts';
import { readRules } from '#forms/rules/read-rules.ts';
import type { Resources } from '#resources.ts';

/** Ingest responds within two and a half seconds, even if it cannot store anything. */
const timeoutMs = 5_000;

const storedSchema = z.object({ submissionId: z.uuid() });

/** Sends a submission to the form's public endpoint, like any other: with the same checks, limits and counts. */
export async function sendTestSubmission(
  { config, logger, database }: Pick<Resources, 'config' | 'logger' | 'database'>,
  form: Form,
  address: string,
): Promise<TestSubmission> {
  if (!form.isActive) throw formInactive();
  const [entry] = form.allowedOrigins;
  const origin = entry === undefined ? new URL(config.PUBLIC_URL).origin : exampleOrigin(entry);
  const url = `${config.INGEST_URL ?? config.PUBLIC_URL}/api/forms/${form.endpointId}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...ownerHeaders(config, address),
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'Inlet (test submission)',
      origin,
    },
    body: JSON.stringify(exampleFields(await readRules({ database }, form.id))),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((err: unknown) => {
    logger.warn({ err }, 'test submission: ingest cannot be reached');
    throw unavailable();
  });
  const body: unknown = await answer.json().catch(() => null);
  const stored = storedSchema.safeParse(body);
  if (!answer.ok || !stored.success) throw refusalOf(answer, body);
  return { submissionId: stored.data.submissionId, origin };
}

/**
 * Counts towards the address of the person who pressed the button. The internal token is not sent to the public
 * address.
 */
function ownerHeaders({ INGEST_URL, INTERNAL_TOKEN }: AccountConfig, address: string): Record<string, string> {
  return INGEST_URL === undefined ? {} : { 'x-forwarded-for': address, [gatewayHeader]: INTERNAL_TOKEN[0] };
}

/** Refusals of the endpoint that concern the owner are passed on; internal errors are not. */
function refusalOf({ status, headers }: Response, body: unknown): HttpError {
  const refusal = errorBodySchema.pick({ error: true, code: true }).safeParse(body);
  if (status < 400 || status >= 500 || !refusal.success) return unavailable();
  const retryAfter = headers.get('retry-after');
  const details = retryAfter === null ? {} : { headers: { 'retry-after': retryAfter } };
  return new HttpError(status, refusal.data.code, refusal.data.error, details);
}
