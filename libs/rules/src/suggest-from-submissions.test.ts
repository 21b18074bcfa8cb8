import { readRules } from '@inlet/contracts/rules';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileRules } from '#compile-rules.ts';
import { type Submitted, suggestFromSubmissions } from '#suggest-from-submissions.ts';

const sizes = ['S', 'M', 'L'];
const row = (index: number, more: object = {}) => ({
  name: `Ada ${index}`,
  email: `ada${index}@example.com`,
  message: index % 2 === 0 ? 'One line' : 'Two\r\nlines',
  size: sizes[index % 3],
  ...more,
});
const rows = (count: number, more: (index: number) => object = () => ({})): Submitted[] =>
  Array.from({ length: count }, (_, index) => ({ data: row(index, more(index)) }));

it('finds types, what is always there, and few options', () => {
  const data = rows(12, (index) => ({
    site: `https://example.com/${index}`,
    day: `2026-01-${index + 10}`,
    guests: `${index}`,
    phone: `+49 30 1234${index}`,
    zip: '01234',
    terms: 'on',
    'days[]': index % 2 === 0 ? ['mon', 'tue'] : 'mon',
    ...(index > 3 && { company: `Company ${index}` }),
    _gotcha: '',
  }));
  expect(suggestFromSubmissions(data)).toEqual({
    mode: 'warn',
    unknown: 'keep',
    fields: [
      { name: 'name', type: 'text', required: true },
      { name: 'email', type: 'email', required: true },
      { name: 'message', type: 'text', rows: 5, required: true },
      { name: 'size', type: 'choice', options: sizes, required: true },
      { name: 'site', type: 'url', required: true },
      { name: 'day', type: 'date', required: true },
      { name: 'guests', type: 'number', required: true },
      { name: 'phone', type: 'tel', required: true },
      { name: 'zip', type: 'text', required: true },
      { name: 'terms', type: 'consent', required: true },
      { name: 'days[]', type: 'choice', options: ['mon', 'tue'], multiple: true, required: true },
      { name: 'company', type: 'text' },
    ],
  });
});

it('asks for no field that was empty once', () => {
  const { fields } = suggestFromSubmissions(rows(12, (index) => (index === 5 ? { name: ' ' } : {})));
  expect(fields[0]).toEqual({ name: 'name', type: 'text' });
});

it('knows files, and leaves out what no rule fits', () => {
  const file = { field: 'cv', name: 'cv.pdf', type: 'application/pdf', size: 9 };
  const data = [
    { data: { nested: { a: 1 } }, files: [file, file] },
    { data: { nested: { a: 2 } }, files: [file] },
  ];
  expect(suggestFromSubmissions(data).fields).toEqual([{ name: 'cv', type: 'file', multiple: true, required: true }]);
});

it('looks at the newest 200, and at no field that a robot sent once', () => {
  const data = [...rows(199), { data: { ...row(1), casino: 'x' } }, { data: { ancient: 'x' } }];
  expect(suggestFromSubmissions(data).fields.map(({ name }) => name)).toEqual(['name', 'email', 'message', 'size']);
  expect(suggestFromSubmissions(data).fields.every(({ required }) => required)).toBe(true);
});

it('suggests nothing from nothing', () => {
  expect(suggestFromSubmissions([])).toEqual({ mode: 'warn', unknown: 'keep', fields: [] });
});

it('suggests rules that can be saved, and that the submissions keep', () => {
  const value = fc.oneof(
    fc.constantFrom<unknown>('', 'on', true, 'a@example.com', '5', 5, '2026-01-31', null, ['a', 'b'], 'a', 'b', [], {
      a: 1,
    }),
    hostileText,
    fc.jsonValue({ maxDepth: 2 }),
  );
  const name = fc.oneof(fc.constantFrom('a', 'b', 'c', '_d', '__proto__'), hostileText);
  const data = fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((entries) => ({ data: Object.fromEntries(entries) }));
  const property = fc.property(fc.array(data, { maxLength: 12 }), (submissions) => {
    const rules = suggestFromSubmissions(submissions);
    expect(readRules(rules)).toEqual({ rules });
    const { check } = compileRules(rules);
    for (const submission of submissions) expect(check(submission.data)).toEqual([]);
  });
  fc.assert(property, cases(1_000));
});
