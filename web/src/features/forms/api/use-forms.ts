import type { Form, FormList } from '@inlet/contracts/forms';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/services.tsx';

export const formsKey = ['forms'] as const;

export function useForms({ isEnabled = true } = {}) {
  const api = useApi();
  return useQuery({
    queryKey: formsKey,
    queryFn: ({ signal }) => readForms(api, signal),
    enabled: isEnabled,
  });
}

/** Reads all forms; these are one page unless there are many large ones. */
async function readForms(api: ApiClient, signal: AbortSignal): Promise<Form[]> {
  const forms: Form[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: FormList = await api.call('listForms', {
      query: { sparkline: 'true', unread: 'true', cursor },
      signal,
    });
    forms.push(...page.forms);
    if (page.nextCursor === null) return forms;
    cursor = page.nextCursor;
  }
}
