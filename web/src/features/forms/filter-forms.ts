import type { Form } from '@inlet/contracts/forms';

/** The forms with the search text in their name or description, in upper or lower case. */
export function filterForms(forms: readonly Form[], search: string): readonly Form[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return forms;
  return forms.filter(({ name, description }) => `${name}\n${description ?? ''}`.toLowerCase().includes(wanted));
}
