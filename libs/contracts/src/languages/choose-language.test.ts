import { expect, it } from 'vitest';
import { chooseLanguage } from '#languages/choose-language.ts';
import { languages } from '#languages/languages.ts';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['pt-BR', 'pt'],
  ['PL-pl', 'pl'],
  ['zh-Hans-CN, ja ; q=0.4, cs;q=0.6', 'cs'],
  ['fr;q=0.5, es;q=0.5', 'fr'],
  ['en;q=0.1, sv;q=0.11', 'sv'],
  ['en, sv', 'en'],
  ['it;q=0', 'en'],
  ['it;q=0, nl;q=0.001', 'nl'],
  ['*', 'en'],
  ['*, tr;q=0.1', 'tr'],
  ['ru, uk;q=0.9', 'en'],
  ['de;q=two, fr;q=0.1', 'fr'],
  ['de;q=2, fr;q=0.1', 'fr'],
  ['den, e, __proto__, constructor', 'en'],
  [`${'xx,'.repeat(2_000)}de`, 'en'],
])('the browser asks for %j', (accepted, expected) => {
  expect(chooseLanguage(null, accepted)).toBe(expected);
  for (const language of languages) expect(chooseLanguage(language, accepted)).toBe(language);
});
