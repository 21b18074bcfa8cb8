import type { FieldRule } from '@inlet/contracts/field-rule';
import { expect, it } from 'vitest';
import { compileRules } from '#compile-rules.ts';
import { exampleFields } from '#example-fields.ts';

it('a test submission keeps the rules of its form, of every type', () => {
  const fields: FieldRule[] = [
    { name: 'a', type: 'text', minLength: 10, required: true },
    { name: 'b', type: 'text', maxLength: 2, required: true },
    { name: 'c', type: 'email', required: true },
    { name: 'd', type: 'url', required: true },
    { name: 'e', type: 'tel', required: true },
    { name: 'f', type: 'number', min: 5, required: true },
    { name: 'g', type: 'number', max: -5, required: true },
    { name: 'h', type: 'date', max: '2020-01-01', required: true },
    { name: 'i', type: 'choice', options: ['x'], required: true },
    { name: 'j', type: 'consent', required: true },
    { name: 'k', type: 'hidden', required: true },
    { name: 'l', type: 'file' },
  ];
  const rules = { mode: 'enforce', unknown: 'refuse', fields } as const;
  expect(compileRules({ ...rules, fields }).check(exampleFields({ ...rules, fields }))).toEqual([]);
});

it('a form whose rules do not judge gets the usual fields', () => {
  const fields: FieldRule[] = [{ name: 'a', type: 'text' }];
  expect(exampleFields({ mode: 'off', unknown: 'keep', fields })).toMatchObject({ email: 'ada@example.com' });
  expect(exampleFields({ mode: 'enforce', unknown: 'keep', fields: [] })).toHaveProperty('message');
});
