import { attributeOf, elementsOf } from '@inlet/rules/read-html';
import { costOfLarge, largeMaxMs } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { pageBytesMax } from '#form-checks/load-page.ts';
import { inspectPage } from '#form-checks/page/inspect-page.ts';
import { visibilityIn } from '#form-checks/page/is-hidden.ts';

const form: CheckedForm = {
  ...{ endpointId: 'abcdefghijkl', publicUrl: 'https://inlet.example', allowedOrigins: [], takesFiles: true },
  ...{ rules: null, routedFields: [], scriptVersions: {} },
};
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
  const cost = await costOfLarge(() => trap && visibilityIn(elements)(trap), html);
  expect([trap?.tagName, cost < 2 * largeMaxMs]).toEqual(['input', true]);
});

const depth = 270;

it.each<[string, (n: number) => string, string]>([
  ['short rules', () => '.a{clip:a(}', 'class=b'],
  ['empty rules', () => '{;', 'class=b'],
  ['different selectors', (n) => `.b.a${n},`, 'class=b'],
  ['attributes', (n) => `[a][b][a=${n}],`, 'a b'],
])('reads ten forms on a page of 2 MB with many %s in time', async (_, rule, attributes) => {
  const rules = Array.from({ length: styles / rule(99_999).length }, (_each, n) => rule(n)).join('');
  const field = '<input name="_gotcha">';
  const one = `<form action="https://inlet.example/f/abcdefghijkl" method="post">${`<b ${attributes}>`.repeat(depth)}${field}${'</b>'.repeat(depth)}</form>`;
  const html = `<style>${rules}{clip:a(}</style>${one.repeat(10)}`;
  const page = { url: 'https://site.example/', html: html.padEnd(pageBytesMax) };
  const inspect = () => inspectPage(page, form);
  expect(inspect().findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^In each of the 10 forms for this endpoint, visitors can see the trap/),
  ]);
  expect(await costOfLarge(inspect, html)).toBeLessThan(1.5 * largeMaxMs);
});
