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

/** The pages that each client is reading. */
const pagesOnTheWay = new WeakMap<ApiClient, Set<Promise<SubmissionPage>>>();

/** Reads one page of the service's page size: some ten screens. */
export function fetchSubmissions(
  api: ApiClient,
  { formId, filter, cursor, limit = submissionPageMax, signal }: FetchSubmissions,
): Promise<SubmissionPage> {
  const query = { ...filterQuery(filter), limit, cursor: cursor ?? undefined };
  const page = api.call('listSubmissions', { path: { id: formId }, query, signal });
  const onTheWay = pagesOnTheWay.get(api) ?? new Set();
  pagesOnTheWay.set(api, onTheWay.add(page));
  const arrive = () => void onTheWay.delete(page);
  page.then(arrive, arrive);
  return page;
}

/** Resolves once every page has arrived or failed that was requested before. */
export async function pagesArrived(api: ApiClient): Promise<void> {
  await Promise.allSettled(pagesOnTheWay.get(api) ?? []);
}
