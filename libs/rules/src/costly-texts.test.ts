import { readPattern } from '@inlet/contracts/rule-patterns';
import { type TextReader, tooCostly } from '@inlet/testing/costly-texts';
import { expect, it } from 'vitest';
import { compileRules } from '#compile-rules.ts';
import { compileConditions } from '#conditions/compile-conditions.ts';
import { suggestFromHtml } from '#html/suggest-from-html.ts';
import { rulesOf } from '#rules.test-setup.ts';
import { suggestFromSubmissions } from '#suggest-from-submissions.ts';

const { check } = compileRules(
  rulesOf(
    [
      ...(['text', 'email', 'url', 'tel', 'number', 'date', 'consent'] as const).map((type) => ({ name: type, type })),
      { name: 'choice', type: 'choice', options: ['a'] },
      { name: 'length', type: 'text', minLength: 1, maxLength: 1_000_000 },
      ...Array.from({ length: 4 }, (_, index) => ({
        name: `pattern${index}`,
        type: 'text' as const,
        pattern: '(?:(?:a|.)*@?){80}',
        multiple: true,
      })),
    ],
    'refuse',
  ),
);
const names = ['text', 'email', 'url', 'tel', 'number', 'date', 'consent', 'choice', 'length'];

const ops = ['is', 'contains', 'starts with', 'greater', 'less'] as const;
const judge = compileConditions({
  any: [
    ...ops.flatMap((op) => ['a', 'b', 'c'].map((field) => ({ field, op, value: valueFor(op) }))),
    ...['a', 'b', 'c'].map((field) => ({ field, op: 'matches' as const, value: '(?:(?:a|.)*@?){80}!' })),
  ],
});

function valueFor(op: (typeof ops)[number]): string {
  if (op === 'greater') return '1e300';
  return op === 'less' ? '-1e300' : `${'a'.repeat(500)}b${'a'.repeat(499)}`;
}

const readers: Readonly<Record<string, TextReader>> = {
  'the rules of each type': (text) => check(Object.fromEntries(names.map((name) => [name, text]))),
  'four patterns': (text) =>
    check(Object.fromEntries(names.map((_, index) => [`pattern${index}`, text.slice(0, 2_000)]))),
  'a pattern for a list': (text) => check({ pattern0: text.match(/.{1,1000}/gs)?.slice(0, 1_000) }),
  'the conditions of three fields': (text) =>
    judge({ a: text, b: text.match(/.{1,10}/gs)?.slice(0, 2_000), c: text.slice(0, 2_000) }, []),
  'unknown fields': (text) => check({ [text]: text }),
  readPattern: (text) => readPattern(text.slice(0, 500)),
  suggestFromHtml,
  'suggestFromHtml in a form': (text) =>
    suggestFromHtml(`<form><label for=a>${text}</label><input name=a title="${text}">`),
  suggestFromSubmissions: (text) => suggestFromSubmissions([{ data: { a: text, b: [text] } }]),
};

it.each(Object.entries(readers))('%s reads costly texts in time', async (_name, read) => {
  expect(await tooCostly(read)).toBeNull();
});
