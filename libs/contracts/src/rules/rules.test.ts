import { expect, it } from 'vitest';
import { readRules } from '#rules/rules.ts';

const text = { name: 'message', type: 'text' };

/** The faults of rules with these fields, as `place: sentence`. */
function faultsOf(fields: unknown, more: object = {}): string[] {
  const read = readRules({ mode: 'enforce', unknown: 'keep', fields, ...more });
  return 'faults' in read ? read.faults.map(({ field, message }) => `${field}: ${message}`) : [];
}

it('takes a rule of each type with all its properties', () => {
  const ofTexts = { minLength: 1, maxLength: 300, pattern: 'a+', placeholder: 'Here', multiple: true };
  const fields = [
    { ...text, ...ofTexts, rows: 5, label: 'Message', help: 'What is it about?', required: true },
    { name: 'email', type: 'email', ...ofTexts },
    { name: 'site', type: 'url', ...ofTexts },
    { name: 'phone', type: 'tel', ...ofTexts },
    { name: 'guests', type: 'number', min: -1.5, max: 9, placeholder: '2' },
    { name: 'day', type: 'date', min: '2026-01-31', max: '2026-02-01' },
    { name: 'size', type: 'choice', options: ['S', 'M'], multiple: true },
    { name: 'terms', type: 'consent', required: true },
    { name: 'cv', type: 'file', accept: ['application/pdf', 'image/*', '.docx'], maxBytes: 5_000_000, multiple: true },
    { name: 'source', type: 'hidden', pattern: '[a-z]+' },
  ];
  expect(readRules({ mode: 'warn', unknown: 'refuse', fields })).toEqual({
    rules: { mode: 'warn', unknown: 'refuse', fields },
  });
});

it('keeps fields without a rule unless it is told otherwise', () => {
  expect(readRules({ mode: 'off', fields: [] })).toEqual({ rules: { mode: 'off', unknown: 'keep', fields: [] } });
});

it.each([
  ['no name', [{ type: 'text' }], 'fields[0].name: A field needs a name'],
  ['a name too long', [{ ...text, name: 'a'.repeat(201) }], 'fields[0].name: A name can have at most 200 characters'],
  [
    'an option of Inlet',
    [{ ...text, name: '_gotcha' }],
    'fields[0].name: A name with one underscore at its start, or of a captcha, is for Inlet itself',
  ],
  [
    'the token of a captcha',
    [{ ...text, name: 'g-recaptcha-response' }],
    'fields[0].name: A name with one underscore at its start, or of a captcha, is for Inlet itself',
  ],
  ['a name twice', [text, text], 'fields[1].name: Two fields have the name message'],
  [
    'no type',
    [{ name: 'a' }],
    'fields[0].type: A type is one of text, email, url, tel, number, date, choice, consent, file, hidden',
  ],
  ['a misspelt property', [{ ...text, patern: 'a' }], 'fields[0].patern: There is no property patern'],
  [
    'a property of another type',
    [{ ...text, options: ['a'] }],
    'fields[0].options: A field of the type text has no options',
  ],
  ['a number as text', [{ name: 'n', type: 'number', min: '2026-01-31' }], 'fields[0].min: Must be a number'],
  [
    'a day that does not exist',
    [{ name: 'd', type: 'date', max: '2026-02-30' }],
    'fields[0].max: Must be a number, or a date such as 2026-01-31',
  ],
  ['a number for a day', [{ name: 'd', type: 'date', max: 5 }], 'fields[0].max: Must be a date such as 2026-01-31'],
  [
    'an empty range',
    [{ name: 'n', type: 'number', min: 2, max: 1 }],
    'fields[0].min: The smallest value is larger than the largest',
  ],
  [
    'an empty range of days',
    [{ name: 'd', type: 'date', min: '2026-02-01', max: '2026-01-31' }],
    'fields[0].min: The smallest value is larger than the largest',
  ],
  [
    'an empty range of lengths',
    [{ ...text, minLength: 5, maxLength: 4 }],
    'fields[0].minLength: The shortest length is larger than the longest length',
  ],
  [
    'half a character of length',
    [{ ...text, minLength: 0.5 }],
    'fields[0].minLength: The shortest length must be a whole number from 0 to 1,000,000',
  ],
  ['a choice of nothing', [{ name: 'c', type: 'choice' }], 'fields[0].options: A choice needs at least one option'],
  [
    'an option twice',
    [{ name: 'c', type: 'choice', options: ['a', 'b', 'a'] }],
    'fields[0].options[2]: The option a is there twice',
  ],
  [
    'an empty option',
    [{ name: 'c', type: 'choice', options: ['a', ' '] }],
    'fields[0].options[1]: An option cannot be empty',
  ],
  [
    'an option too long',
    [{ name: 'c', type: 'choice', options: ['a'.repeat(201)] }],
    'fields[0].options[0]: An option can have at most 200 characters',
  ],
  [
    'no media type',
    [{ name: 'f', type: 'file', accept: ['.pdf', 'pdf'] }],
    'fields[0].accept[1]: Must be a type such as image/* or application/pdf, or an extension such as .pdf',
  ],
  [
    'a file larger than any',
    [{ name: 'f', type: 'file', maxBytes: 25_000_001 }],
    'fields[0].maxBytes: The size of a file must be a whole number from 1 to 25,000,000',
  ],
  [
    'a label with a line break',
    [{ ...text, label: 'a\r\nb' }],
    'fields[0].label: A label must be one line without control characters',
  ],
  [
    'a pattern that is not supported',
    [text, { name: 'a', type: 'text', pattern: '(?=a)a' }],
    'fields[1].pattern: Look-ahead and look-behind are not supported',
  ],
])('names the place and the fault of %s', (_what, fields, fault) => {
  expect(faultsOf(fields)).toEqual([fault]);
});

it('names the faults outside of the fields', () => {
  expect(faultsOf('none')).toEqual(['fields: Fields must be a list']);
  expect(faultsOf([], { mode: 'on', unknown: 'drop' })).toEqual([
    'mode: The mode is one of off, warn, enforce',
    'unknown: Must be keep or refuse',
  ]);
});

const choices = (count: number, options: number) =>
  Array.from({ length: count }, (_, field) => ({
    name: `c${field}`,
    type: 'choice',
    options: Array.from({ length: options }, (_, option) => `${option}`),
  }));
const texts = (count: number, more: object) =>
  Array.from({ length: count }, (_, index) => ({ name: `t${index}`, type: 'text', ...more }));

it.each([
  ['100 fields', texts(100, {}), texts(101, {}), 'fields: A form can have rules for at most 100 fields'],
  [
    '1,000 options in one field',
    choices(1, 1_000),
    choices(1, 1_001),
    'fields[0].options: A form can have at most 1,000 options in all',
  ],
  [
    '1,000 options in several fields',
    choices(2, 500),
    choices(2, 501),
    'fields: A form can have at most 1,000 options in all',
  ],
  [
    '2,000 steps of patterns',
    texts(4, { pattern: 'a{499}' }),
    texts(5, { pattern: 'a{499}' }),
    'fields: The patterns of a form can have at most 2,000 steps in all',
  ],
  [
    '100,000 bytes',
    texts(60, { help: '€'.repeat(500) }),
    texts(70, { help: '€'.repeat(500) }),
    'fields: All rules together can have at most 100,000 bytes',
  ],
])('takes %s, and not more', (_what, most, tooMany, fault) => {
  expect(faultsOf(most)).toEqual([]);
  expect(faultsOf(tooMany)).toEqual([fault]);
});

it('reads no entry of a list that is too long, and names 100 faults at most', () => {
  expect(faultsOf(Array.from({ length: 50_000 }, () => ({})))).toHaveLength(1);
  expect(faultsOf(Array.from({ length: 100 }, () => ({})))).toHaveLength(100);
  expect(
    faultsOf([{ ...text, ...Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`p${n}`, 1])) }]),
  ).toHaveLength(100);
});
