import { type SubmissionPage, submissionPageMax, submissionPageSchema } from '@inlet/contracts/submissions';
import { type Filter, filterQuery } from '#features/submissions/filter.ts';
import type { ApiClient } from '#lib/api-client.ts';

interface FetchSubmissions {
  readonly formId: string;
  readonly filter: Filter;
  readonly cursor: string | null;
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Reads one page, as large as the service gives it: some ten screens. */
export function fetchSubmissions(
  api: ApiClient,
  { formId, filter, cursor, limit = submissionPageMax, signal }: FetchSubmissions,
): Promise<SubmissionPage> {
  const query = filterQuery(filter);
  query.set('limit', String(limit));
  if (cursor !== null) query.set('cursor', cursor);
  const path = `/api/v1/forms/${encodeURIComponent(formId)}/submissions?${query}`;
  return api.call(path, submissionPageSchema, signal ? { signal } : {});
}
