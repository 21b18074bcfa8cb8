import type { Usage } from '@inlet/contracts/usage';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';
import { usageKey, usageRefreshMs } from '#lib/usage-key.ts';

/** The form's refusals since the monthly limit was reached; null while the limit is not reached. */
export function useLimitRefusals(formId: string): number | null {
  const api = useApi();
  return (
    useQuery({
      queryKey: usageKey,
      queryFn: ({ signal }) => api.call('readUsage', { signal }),
      refetchInterval: usageRefreshMs,
      select: (usage) => refusedBy(usage, formId),
    }).data ?? null
  );
}

function refusedBy(usage: Usage, formId: string): number | null {
  if (!usage.isSubmissionLimitReached && !usage.isByteLimitReached) return null;
  return usage.refusedByLimit?.forms.find((form) => form.formId === formId)?.count ?? 0;
}
