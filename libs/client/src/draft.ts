import { attempt } from '#form/attempt.ts';

/** A longer draft is not kept. */
const charactersMax = 100_000;
/** Types of fields, and values of `autocomplete`. Consent is given anew each time, so no box is ticked by a draft. */
const notKept = /file|password|hidden|checkbox|multiple|off|cc-|one-time/;

/** Fills in what was typed on an earlier page, and keeps what is typed until the form is sent or reset. */
export function keepDraft(form: HTMLFormElement, name: string, listening: AddEventListenerOptions): void {
  let typed: Record<string, string> = attempt(() => JSON.parse(localStorage[name])) ?? {};
  for (const field in typed) Object(form.elements.namedItem(field)).value = typed[field];
  form.addEventListener(
    'input',
    ({ target }) => {
      const input = target as HTMLInputElement;
      if (!input.name || notKept.test(input.type + input.autocomplete)) return;
      typed[input.name] = input.value;
      const text = JSON.stringify(typed);
      if (text.length < charactersMax)
        attempt(() => {
          localStorage[name] = text;
        });
    },
    listening,
  );
  form.addEventListener(
    'reset',
    () => {
      typed = {};
      attempt(() => delete localStorage[name]);
    },
    listening,
  );
}
