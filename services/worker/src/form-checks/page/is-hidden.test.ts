import { attributeOf, elementsOf } from '@inlet/rules/read-html';
import { costOfLarge, largeMaxMs } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { pageBytesMax } from '#form-checks/load-page.ts';
import { visibilityOf } from '#form-checks/page/is-hidden.ts';

const [styles, value] = [200_000, 900_000];

it.each([
  ['selectors', '.a,', ''],
  ['different selectors', '.a.b,.b{clip:a(}', ''],
  ['rules inside of rules', '.a{clip:a(', ''],
  ['comments', '/*', ''],
  ['attributes', '[', ''],
  ['negations', ':not(', ''],
  ['combinators', '> ', ''],
  ['classes', '', 'hide_ '],
  ['declarations', '', 'height:1 '],
  ['spaces', '', ' '],
])('reads a page of 2 MB with many %s in time', async (_, rule, part) => {
  const hostile = part.repeat(value / (part.length || 1));
  const html = `<style>${rule.repeat(styles / (rule.length || 1))}{clip:a(}</style>
    ${'<p><b class=b>'.repeat(140)}<input name="_gotcha" class="${hostile}" style="${hostile}">`;
  const elements = elementsOf(html, pageBytesMax);
  const [trap] = elements.filter((element) => attributeOf(element, 'name') === '_gotcha');
  const cost = await costOfLarge(() => trap && visibilityOf(trap, elements), html);
  expect([trap?.tagName, cost < 2 * largeMaxMs]).toEqual(['input', true]);
});
