import type { FieldError } from '#sending/outcome.ts';

/** Shows errors at their fields as the browser shows its own, until the visitor goes on with the form. */
export function showErrors(form: HTMLFormElement, errors: readonly FieldError[]): void {
  for (const input of form.elements as Iterable<HTMLInputElement>) {
    const error = errors.find(({ field }) => field === input.name);
    if (!error) continue;
    input.setCustomValidity(error.message);
    form.addEventListener('input', () => input.setCustomValidity(''), { once: true });
  }
  form.reportValidity();
}
