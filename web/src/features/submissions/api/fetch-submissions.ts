import { submissionPageMax } from '@inlet/contracts/submission-limits';
import type { SubmissionPage } from '@inlet/contracts/submissions';
import { type Filter, filterQuery } from '#features/submissions/filter.ts';
import type { ApiClient } from '#lib/api-client.ts';

interface FetchSubmissions {
  readonly formId: string;
  readonly filter: Filter;
  readonly cursor: string | null;
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Reads one page of the service's page size: some ten screens. */
export function fetchSubmissions(
  api: ApiClient,
  { formId, filter, cursor, limit = submissionPageMax, signal }: FetchSubmissions,
): Promise<SubmissionPage> {
  const query = { ...filterQuery(filter), limit, cursor: cursor ?? undefined };
  return api.call('listSubmissions', { path: { id: formId }, query, signal });
}
