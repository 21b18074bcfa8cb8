import type { FieldError } from '#sending/outcome.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Shows errors at their fields as the browser shows its own, each until its field is changed. */
export function openErrors(form: HTMLFormElement) {
  const shown = new Map<Field, string>();

  function show(errors: readonly FieldError[]): void {
    for (const { field = '', message } of errors) {
      const found = form.elements.namedItem(field);
      const input = (found instanceof RadioNodeList ? found[0] : found) as Field | null;
      if (!input?.setCustomValidity) continue;
      input.setCustomValidity(message);
      shown.set(input, input.value);
    }
    form.reportValidity();
  }

  /** A script may have changed a field without an event, so each click looks at all. */
  function clear(target: EventTarget | null): void {
    for (const [input, value] of shown) {
      if (input.value === value && input.name !== (target as Field).name) continue;
      input.setCustomValidity('');
      shown.delete(input);
    }
  }
  return { show, clear };
}
