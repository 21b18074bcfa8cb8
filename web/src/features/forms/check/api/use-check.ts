import type { CheckSettings, FormCheck, UpdateCheckSettings } from '@inlet/contracts/form-check';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const settingsKey = (formId: string) => ['form-check', formId] as const;
const checkKey = (formId: string, id: string) => ['form-check', formId, id] as const;
/** How soon the end of a check-up is seen. */
const askAgainMs = 1_000;

/** The settings for check-ups of a form, with the latest one. */
export function useCheckSettings(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: settingsKey(formId),
    queryFn: ({ signal }) => api.call('readCheckSettings', { path: { id: formId }, signal }),
  });
}

export function useSaveCheckSettings(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateCheckSettings) => api.call('updateCheckSettings', { path: { id: formId }, body }),
    onSuccess: (settings: CheckSettings) => queryClient.setQueryData(settingsKey(formId), settings),
  });
}

export function useStartCheck(formId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (url: string) => api.call('startCheck', { path: { id: formId }, body: { url } }),
  });
}

export function isUnderWay({ state }: Pick<FormCheck, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** A check-up, read again until it has ended. */
export function useCheck(formId: string, id: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: checkKey(formId, id ?? ''),
    queryFn: ({ signal }) => api.call('readCheck', { path: { id: formId, checkId: id ?? '' }, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data && !isUnderWay(data) ? false : askAgainMs),
  });
}
