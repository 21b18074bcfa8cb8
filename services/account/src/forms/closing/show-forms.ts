import type { Form } from '@inlet/contracts/forms';
import type { Queryable } from '@inlet/db/cancellable';
import { addCounts } from '#forms/closing/closing.store.ts';
import type { FormWithTotal } from '#forms/forms.store.ts';
import { presentForm } from '#forms/present-form.ts';

/** Forms as the API shows them, each with the count towards its number. */
export async function showForms(pool: Queryable, forms: readonly FormWithTotal[], publicUrl: string): Promise<Form[]> {
  return (await addCounts(pool, forms)).map((form) => presentForm(form, publicUrl));
}

export async function showForm(pool: Queryable, found: FormWithTotal, publicUrl: string): Promise<Form> {
  const [form] = await showForms(pool, [found], publicUrl);
  if (!form) throw new Error('One form is shown as none');
  return form;
}
