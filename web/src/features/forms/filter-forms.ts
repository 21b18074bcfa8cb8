import type { Form } from '@inlet/contracts/forms';

/** The forms whose name or description contains what is looked for, whatever its case. */
export function filterForms(forms: readonly Form[], search: string): readonly Form[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return forms;
  return forms.filter(({ name, description }) => `${name}\n${description ?? ''}`.toLowerCase().includes(wanted));
}
