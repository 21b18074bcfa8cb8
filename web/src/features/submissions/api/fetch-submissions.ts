import { type SubmissionPage, submissionPageSchema } from '@inlet/contracts/submissions';
import type { ApiClient } from '#lib/api-client.ts';

/** A page is some ten screens: seldom a second request, and a small answer every time new ones are looked for. */
export const submissionPageSize = 100;

interface FetchSubmissions {
  readonly formId: string;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

export function fetchSubmissions(
  api: ApiClient,
  { formId, cursor, signal }: FetchSubmissions,
): Promise<SubmissionPage> {
  const query = new URLSearchParams({ limit: String(submissionPageSize) });
  if (cursor !== null) query.set('cursor', cursor);
  const path = `/api/v1/forms/${encodeURIComponent(formId)}/submissions?${query}`;
  return api.call(path, submissionPageSchema, { signal });
}
