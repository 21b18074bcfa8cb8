// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { keepDraft } from '#draft.ts';

const action = 'https://inlet.test/f/abc';
const draft = `inlet draft ${action}`;

/** A page with a form of these fields, whose draft is kept. */
function openPage(fields: string): HTMLFormElement {
  document.body.innerHTML = `<form action="${action}">${fields}</form>`;
  const form = document.forms[0] as HTMLFormElement;
  keepDraft(form);
  return form;
}

function type(form: HTMLFormElement, name: string, value: string): void {
  const input = form.elements.namedItem(name) as HTMLInputElement;
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const shown = (form: HTMLFormElement, name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;

beforeEach(() => localStorage.clear());

it('fills in the other fields if one takes files now, or is gone', () => {
  const first = openPage('<input name="gone"><input name="cv"><input name="message">');
  for (const name of ['gone', 'cv', 'message']) type(first, name, `my ${name}`);
  const next = openPage('<input type="file" name="cv"><input name="message">');
  expect(shown(next, 'message')).toBe('my message');
  expect(shown(next, 'cv')).toBe('');
});

it.each(['{"message":', 'null', '7'])('leaves the form as it is if the draft is damaged: %s', (damaged) => {
  localStorage.setItem(draft, damaged);
  const form = openPage('<input name="message">');
  expect(shown(form, 'message')).toBe('');
  expect(() => type(form, 'message', 'Hello')).not.toThrow();
});

it('begins anew after a draft that was cut', () => {
  localStorage.setItem(draft, '{"message":');
  type(openPage('<input name="message">'), 'message', 'Hello');
  expect(shown(openPage('<input name="message">'), 'message')).toBe('Hello');
});
