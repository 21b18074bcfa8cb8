import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Rules from a page's HTML, or from the newest submissions without it. */
export function useSuggestRules(formId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (html: string | null) =>
      api.call('suggestRules', { path: { id: formId }, body: html === null ? {} : { html } }),
  });
}
