import { type ActivityFilter, queryOf } from '#features/activity/api/use-activity.ts';
import { useReceivedFile } from '#lib/files/use-received-file.ts';
import { useApi, useUser } from '#lib/services.tsx';

/** Saves all chosen events as one file, an event a line. */
export function useActivityFile(filter: ActivityFilter) {
  const api = useApi();
  const { id } = useUser();
  return useReceivedFile(
    (signal) =>
      api.open('listWorkspaceAudit', { path: { id }, query: { ...queryOf(filter), format: 'ndjson' }, signal }),
    'activity.ndjson',
  );
}
