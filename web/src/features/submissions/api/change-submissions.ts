import { submissionsNamedMax } from '@inlet/contracts/submission-limits';
import type { Submission } from '@inlet/contracts/submissions';
import { type Filter, filterBody } from '#features/submissions/filter.ts';
import type { Change } from '#features/submissions/pending-change.ts';
import type { ApiClient } from '#lib/api-client.ts';

/** Sends a change to the service, in several requests if needed. */
export async function changeSubmissions(
  api: ApiClient,
  formId: string,
  { kind, rows }: Change,
  isLeaving: boolean,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const call = { path: { id: formId }, keepalive: isLeaving };
  // All requests are sent before the first response: a page that is being left sends nothing more.
  const requests = chunks(ids, submissionsNamedMax).map((some) =>
    kind === 'delete'
      ? api.call('deleteSubmissions', { ...call, body: { ids: some } })
      : api.call('markSubmissions', { ...call, body: { ids: some, isSpam: kind === 'spam' } }),
  );
  await Promise.all(requests);
}

/** Deletes all submissions that a filter finds up to the newest shown one, and returns how many are still being deleted. */
export async function deleteMatching(
  api: ApiClient,
  formId: string,
  filter: Filter,
  newest: Submission | undefined,
): Promise<number> {
  const to = newest && new Date(Date.parse(newest.createdAt) + 1).toISOString();
  const body = { filter: { ...filterBody(filter), ...(to && { to }) } };
  return (await api.call('deleteSubmissions', { path: { id: formId }, body })).pending ?? 0;
}

/** Parts of a list, none longer than `size`. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
