import { attempt } from '#form/attempt.ts';

/** A longer draft is not kept. */
const charactersMax = 100_000;
/** Consent is given anew each time, so no box is ticked by a draft. */
const notKept = /file|password|hidden|checkbox|multiple/;

/** Fills in what was typed on an earlier page, and keeps what is typed from now on in the visitor's browser. */
export function openDraft(form: HTMLFormElement, name: string) {
  const typed: Record<string, string> = attempt(() => Object(JSON.parse(localStorage.getItem(name) ?? '{}'))) ?? {};
  for (const [field, value] of Object.entries(typed)) {
    const input = form.elements.namedItem(field);
    if (input && isKept(input)) input.value = value;
  }
  return {
    note: (field: EventTarget | null) => {
      if (!field || !isKept(field)) return;
      typed[field.name] = field.value;
      const text = JSON.stringify(typed);
      if (text.length <= charactersMax) attempt(() => localStorage.setItem(name, text));
    },
    clear: () => {
      for (const field of Object.keys(typed)) delete typed[field];
      attempt(() => localStorage.removeItem(name));
    },
  };
}

/** A page can keep a field out by `autocomplete="off"`; the number of a card is never kept. */
function isKept(field: object): field is HTMLInputElement {
  const { type = '', autocomplete = '' } = field as Partial<HTMLInputElement>;
  return !notKept.test(type) && !/off|cc-/.test(autocomplete);
}
