/** The element that says how the sending goes: the form's own, or one after the form. */
export function openStatus(form: HTMLFormElement): {
  readonly say: (text: string) => void;
  readonly remove: () => void;
} {
  const own = form.querySelector('[data-inlet-status]');
  const element = own ?? document.createElement('p');
  element.setAttribute('role', 'status');
  if (!own) form.after(element);
  return {
    say: (text) => {
      element.textContent = text;
    },
    remove: () => own ?? element.remove(),
  };
}
