import { skipToken, useQuery } from '@tanstack/react-query';

/** The query key of a note that the workspace requires a second factor, which the person does not have. */
export const factorRequiredKey = ['factor-required'] as const;

export function useFactorRequired(): boolean {
  return useQuery<boolean>({ queryKey: factorRequiredKey, queryFn: skipToken, gcTime: Infinity }).data === true;
}
