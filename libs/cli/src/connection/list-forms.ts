import type { Form, FormList } from '@inlet/contracts/forms';
import type { Api } from '#connection/api.ts';

const pageMax = 200;

/** All forms of the workspace, newest first. */
export async function listForms(api: Api, signal?: AbortSignal): Promise<Form[]> {
  const forms: Form[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: pageMax, cursor: cursor ?? undefined };
    const page: FormList = await api.call('listForms', { query, ...(signal && { signal }) });
    forms.push(...page.forms);
    cursor = page.nextCursor;
  } while (cursor);
  return forms;
}
