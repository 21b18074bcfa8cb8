import { expect, it } from 'vitest';
import { wordsOf } from '#languages/words.ts';
import { directionOf } from '#visitor-pages/direction.ts';
import { hostedFormPage, hostedFrame, hostedThanksPage, type ShownForm } from '#visitor-pages/hosted-page.ts';
import { type Page, renderPage } from '#visitor-pages/page-layout.ts';

const words = wordsOf('en');
const address = { publicUrl: 'https://inlet.example', endpointId: 'abc' };
const form: ShownForm = {
  name: 'اكتب إلينا',
  allowedOrigins: [],
  rules: { version: 1, mode: 'enforce', unknown: 'keep', fields: [{ name: 'x', type: 'text' }] },
};
const refusal = {
  status: 422,
  code: 'invalid_fields',
  message: 'x',
  issues: [{ field: 'x', message: 'x is required' }],
};
const render = (page: Page, shown = form) => renderPage(page, hostedFrame(shown, address));

it('a page runs in the direction of its owner’s words, whatever the product says beside them', () => {
  const pages = [
    hostedFormPage(words, form, address),
    hostedFormPage(words, form, address, {}, refusal),
    hostedThanksPage(words, form, address),
  ];
  for (const page of pages) expect(render(page)).toContain('<html lang="en" dir="rtl">');
  const english = { ...form, name: 'Write to us' };
  expect(render(hostedFormPage(words, english, address, {}, refusal), english)).toContain('<html lang="en" dir="ltr">');
});

it.each([
  ['Hello', 'ltr'],
  ['2027: שלום', 'rtl'],
  ['“سلام” Hello', 'rtl'],
  ['Hello سلام', 'ltr'],
  ['日本', 'ltr'],
  ['2027', 'ltr'],
])('the first letter of %s decides: %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
