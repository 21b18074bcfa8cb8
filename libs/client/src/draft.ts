import { openStorage } from '#form/open-storage.ts';

/** Types of fields, and values of `autocomplete`. Consent is given anew each time, so no box is ticked by a draft. */
const notKept = /file|password|hidden|checkbox|multiple|off|cc-|one-time/;
const isKept = (input: HTMLInputElement) => !notKept.test(input.type + input.autocomplete);

/** Fills in what was typed on an earlier page, and keeps what is typed until the form is sent or reset. */
export function keepDraft(form: HTMLFormElement, listening?: AddEventListenerOptions): void {
  const drafts = openStorage('localStorage');
  const name = `inlet draft ${form.getAttribute('action')}`;
  let typed: Record<string, string> = {};
  try {
    typed = JSON.parse(drafts[name] as string);
    for (const field in typed) {
      const input = Object(form.elements.namedItem(field));
      // The page may have made it a field for files since, whose value no script may set.
      if (isKept(input)) input.value = typed[field];
    }
  } catch {
    // There is no draft, or a damaged one.
  }
  form.addEventListener(
    'input',
    ({ target }) => {
      const input = target as HTMLInputElement;
      if (!input.name || !isKept(input)) return;
      try {
        typed[input.name] = input.value;
        drafts[name] = JSON.stringify(typed);
      } catch {
        // The storage is full: the draft stays as it was.
      }
    },
    listening,
  );
  form.addEventListener(
    'reset',
    () => {
      typed = {};
      delete drafts[name];
    },
    listening,
  );
}
