import type { Submission } from '@inlet/contracts/submissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countsKey, folderKey, totalKey } from '#features/submissions/api/submission-keys.ts';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { removeRows, replaceRows } from '#features/submissions/list/submission-list.ts';
import { useApi } from '#lib/services.tsx';

const refreshMs = 3_000;
/** More rows than fit on a screen. The next ones follow as these are settled. */
const followedMax = 20;

const isUnsettled = ({ isChecking, files }: Submission) =>
  isChecking || files.some(({ state }) => state === 'scanning');

/**
 * Follows submissions whose spam check or file scan is pending: each stays in the list with the result, or leaves it as
 * spam.
 */
export function useSettledChecks(
  formId: string,
  { rows, change }: Pick<ReturnType<typeof useSubmissionList>, 'rows' | 'change'>,
) {
  const api = useApi();
  const queryClient = useQueryClient();
  const followed = rows.filter(isUnsettled).slice(0, followedMax);
  const ids = followed.map(({ id }) => id);
  // The submission was deleted in the meantime.
  const read = (sid: string, signal: AbortSignal): Promise<Submission | null> =>
    api.call('readSubmission', { path: { id: formId, sid }, signal }).catch(() => null);
  const { data } = useQuery({
    queryKey: ['checks', formId, ids],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(ids.map((id) => read(id, signal)));
      const isCaught = ({ isChecking }: Submission, row?: Submission | null) => isChecking && row?.isSpam;
      return {
        rows: found.filter((row) => row !== null),
        caught: ids.filter((_, n) => followed[n] && isCaught(followed[n], found[n])),
      };
    },
    enabled: ids.length > 0,
    refetchInterval: refreshMs,
    gcTime: 0,
  });

  useEffect(() => {
    if (!data) return;
    const caught = new Set(data.caught);
    change((list) => removeRows(replaceRows(list, data.rows), caught));
    if (caught.size === 0) return;
    queryClient.setQueryData<number>(totalKey(formId, 'inbox'), (total) => total && total - caught.size);
    void queryClient.invalidateQueries({ queryKey: folderKey(formId, 'spam') });
    void queryClient.invalidateQueries({ queryKey: countsKey(formId) });
  }, [data, change, queryClient, formId]);
}
