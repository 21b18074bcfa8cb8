import { type FieldRule, fieldRuleTypes } from '@inlet/contracts/field-rule';
import { type Rules, readRules } from '@inlet/contracts/rules';
import { expect, it } from 'vitest';
import {
  checkDraft,
  draftOf,
  faultsAt,
  newField,
  placeOf,
  type RulesDraft,
  rulesOf,
  wholeRules,
  withMoved,
  withSuggested,
} from '#features/rules/rules-draft.ts';

const ofTexts = { minLength: 1, maxLength: 300, pattern: ' a+', placeholder: 'Here', multiple: true };
const every: Rules = {
  mode: 'warn',
  unknown: 'refuse',
  fields: [
    { name: 'message', type: 'text', ...ofTexts, rows: 5, label: 'Message', help: 'About what?', required: true },
    { name: 'email', type: 'email', ...ofTexts },
    { name: 'site', type: 'url', ...ofTexts },
    { name: 'phone', type: 'tel', ...ofTexts },
    { name: 'guests', type: 'number', min: -1.5, max: 9, placeholder: '2', multiple: true },
    { name: 'day', type: 'date', min: '2026-01-31', max: '2026-02-01', multiple: true },
    { name: 'size', type: 'choice', options: ['S', ' M '], multiple: true },
    { name: 'terms', type: 'consent', required: true },
    { name: 'cv', type: 'file', accept: ['application/pdf', 'image/*', '.docx'], maxBytes: 4_500_001, multiple: true },
    { name: 'source', type: 'hidden', pattern: '[a-z]+' },
  ],
};

it('keeps every property of every type', () => {
  expect(every.fields.map(({ type }) => type).toSorted()).toEqual(fieldRuleTypes.toSorted());
  expect(rulesOf(draftOf(every))).toEqual(every);
});

it('leaves out what the type has no use for, until the type changes back', () => {
  const draft = draftWith({ name: 'a', type: 'text', maxLength: 5, rows: 2 });
  const changed = { ...draft, fields: draft.fields.map((field) => ({ ...field, type: 'consent' as const })) };
  expect(rulesOf(changed).fields).toEqual([{ name: 'a', type: 'consent' }]);
  const back = { ...changed, fields: changed.fields.map((field) => ({ ...field, type: 'text' as const })) };
  expect(rulesOf(back).fields).toEqual([{ name: 'a', type: 'text', maxLength: 5, rows: 2 }]);
});

it('leaves out the help of a hidden field, which nobody sees', () => {
  expect(rulesOf(draftWith({ name: 'a', type: 'hidden', help: 'Here' })).fields).toEqual([
    { name: 'a', type: 'hidden' },
  ]);
});

it.each([
  ['minLength', 'many', 'The shortest length must be a whole number from 0 to 1,000,000'],
  ['maxLength', '1.5', 'The longest length must be a whole number from 1 to 1,000,000'],
  ['pattern', '(', 'The pattern opens a group that it does not close'],
  ['name', '', 'A field needs a name'],
] as const)('names a fault of %s at its place', (property, text, message) => {
  const draft = draftOf(every);
  const [field] = draft.fields as [RulesDraft['fields'][0]];
  const faulty = {
    ...draft,
    fields: draft.fields.map((each) => (each === field ? { ...each, [property]: text } : each)),
  };
  expect(checkDraft(faulty)).toEqual({ [placeOf(field.id, property)]: message });
});

it('says of a size of a file that it is no number', () => {
  const draft = draftWith({ name: 'cv', type: 'file' });
  const [field] = draft.fields;
  const faulty = { ...draft, fields: [{ ...newField(), ...field, megabytes: 'big' }] };
  expect(checkDraft(faulty)).toEqual({
    [placeOf(field?.id ?? '', 'megabytes')]: 'The size of a file must be a whole number from 1 to 25,000,000',
  });
});

it('puts faults of the service beside their fields, and others above all', () => {
  const draft = draftOf(every);
  const faults = [
    { field: 'rules.fields[6].options[1]', message: 'One' },
    { field: 'fields[6].options', message: 'Two' },
    { field: 'fields', message: 'Three' },
    { field: 'fields[99].name', message: 'Four' },
  ];
  expect(faultsAt(draft, faults)).toEqual({
    [placeOf(draft.fields[6]?.id ?? '', 'options')]: 'One',
    [wholeRules]: 'Three',
  });
});

it('adds suggested fields that have no rule yet, and warns on a form without rules', () => {
  const suggested: Rules = {
    mode: 'warn',
    unknown: 'keep',
    fields: [
      { name: 'email', type: 'text' },
      { name: 'new', type: 'date' },
    ],
  };
  const more = rulesOf(withSuggested(draftOf(every), suggested));
  expect(more).toEqual({ ...every, fields: [...every.fields, { name: 'new', type: 'date' }] });
  const first = withSuggested(draftOf({ mode: 'off', unknown: 'refuse', fields: [] }), suggested);
  expect(rulesOf(first)).toEqual({ ...suggested, unknown: 'refuse' });
});

it('moves a field, and none beyond the ends', () => {
  const { fields } = draftOf(every);
  const [first, second] = fields as [RulesDraft['fields'][0], RulesDraft['fields'][0]];
  expect(withMoved(fields, first.id, 1).slice(0, 2)).toEqual([second, first]);
  expect(withMoved(fields, first.id, -1)).toBe(fields);
  expect(withMoved(fields, first.id, fields.length)).toBe(fields);
});

function draftWith(...fields: FieldRule[]): RulesDraft {
  const read = readRules({ mode: 'off', fields });
  if ('faults' in read) throw new Error(read.faults[0]?.message);
  return draftOf(read.rules);
}
