import { openStorage } from '#form/open-storage.ts';

/** Types of fields, and values of `autocomplete`. Consent is given anew each time, so no box is ticked by a draft. */
const notKept = /file|password|hidden|checkbox|multiple|off|cc-|one-time/;

/** Fills in what was typed on an earlier page, and keeps what is typed until the form is sent or reset. */
export function keepDraft(form: HTMLFormElement, listening?: AddEventListenerOptions): void {
  const drafts = openStorage('localStorage');
  const name = `inlet draft ${form.getAttribute('action')}`;
  let typed: Record<string, string> = JSON.parse(drafts[name] ?? '{}');
  for (const field in typed) Object(form.elements.namedItem(field)).value = typed[field];
  form.addEventListener(
    'input',
    ({ target }) => {
      const input = target as HTMLInputElement;
      if (!input.name || notKept.test(input.type + input.autocomplete)) return;
      typed[input.name] = input.value;
      try {
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
