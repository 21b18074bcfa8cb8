import type { FieldRule, FieldRuleType } from '@inlet/contracts/field-rule';
import { describe, expect, it } from 'vitest';
import type { FieldFile } from '#check-field.ts';
import { compileRules } from '#compile-rules.ts';
import { rulesOf } from '#rules.test-setup.ts';

/** What one value gets under one rule: its code and its message, or nothing. */
function judged(rule: object, value: unknown): string | undefined {
  const [error] = compileRules(rulesOf([{ name: 'a', ...rule } as FieldRule])).check({ a: value });
  return error && `${error.code}: ${error.message}`;
}

it('tells a field that is missing from one that is empty', () => {
  const { check } = compileRules(
    rulesOf([
      { name: 'a', type: 'text', required: true, label: 'Name' },
      { name: 'b', type: 'text', required: true },
      { name: 'c', type: 'text', minLength: 3 },
    ]),
  );
  expect(check({ b: ' \n' })).toEqual([
    { field: 'a', code: 'REQUIRED_FIELD_MISSING', message: 'Name is required' },
    { field: 'b', code: 'REQUIRED_FIELD_EMPTY', message: 'This field is required' },
  ]);
  expect(check({ a: 'x', b: null, c: null })).toMatchObject([{ field: 'b', code: 'REQUIRED_FIELD_EMPTY' }]);
  expect(check({ a: 'x', b: 'x', c: '' })).toEqual([]);
});

const sentences = {
  email: 'TYPE_EMAIL: This field must be an email address',
  url: 'TYPE_URL: This field must be a web address such as https://example.com',
  tel: 'TYPE_TEL: This field must be a phone number',
  number: 'TYPE_NUMERIC: This field must be a number',
  date: 'TYPE_DATE: This field must be a date such as 2026-01-31',
  text: 'TYPE_TEXT: This field must be a text',
  hidden: 'TYPE_TEXT: This field must be a text',
  consent: 'TYPE_CONSENT: This field must be checked or not',
} as const;

describe.each<readonly [FieldRuleType, readonly unknown[]]>([
  ['email', ['ada@example.com', "o'neil+x@a-b.example.org", 'ada@müller.example', '…@例え.jp']],
  ['url', ['https://example.com', 'HTTP://localhost:8080/a?b#c', 'https://müller.example/ä|b']],
  ['tel', ['+49 (0)30 123-456', '112', '030/123.456 ext. 12', '123456#7']],
  ['number', [0, -1.5, 1e21, '42', '-.5', '+1.', '1e3']],
  ['date', ['2026-01-31', '2024-02-29', '2000-02-29']],
  ['text', ['a', '1', 'a\nb', '0']],
  ['hidden', ['a']],
  ['consent', [true, false, 'on', 'yes', 'no']],
])('the type %s', (type, values) => {
  it.each(values)('takes %j', (value) => {
    expect(judged({ type }, value)).toBeUndefined();
  });
});

describe.each<readonly [keyof typeof sentences, readonly unknown[]]>([
  ['email', ['ada', 'ada@example', 'a b@example.com', 'a@@example.com', 'a@example..com', 'a,b@example.com', 1]],
  ['email', [`${'a'.repeat(250)}@b.example`, ['ada@example.com'], { a: 1 }]],
  ['url', ['example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://', 'https://a b', 'https://a@b', 1]],
  ['tel', ['12', 'call me', '1'.repeat(21), '12a34', 123]],
  ['number', ['one', '1,5', '0x10', '1e', '.', '1 2', 'Infinity', '1e400', Number.NaN, '1'.repeat(101), true, ['1']]],
  ['date', ['2026-02-29', '1900-02-29', '2026-13-01', '2026-1-1', '01/31/2026', '2026-01-31T10:00', '2026-01-31\n', 5]],
  ['text', [1, true, ['a'], ['a', 'b'], [], { a: 'b' }]],
  ['hidden', [1]],
  ['consent', [1, 0, ['on'], {}]],
])('the type %s', (type, values) => {
  it.each(values)('refuses %j', (value) => {
    expect(judged({ type }, value)).toBe(sentences[type]);
  });
});

it('reads a number that ingest keeps as its text, and no object that only looks like one', () => {
  const rule = { type: 'number', max: 5 } as const;
  expect(judged(rule, JSON.rawJSON('1.0'))).toBeUndefined();
  expect(judged(rule, JSON.rawJSON('6.0'))).toBe('RANGE: This field must be 5 or less');
  expect(judged(rule, JSON.rawJSON('1e400'))).toBe(sentences.number);
  expect(judged(rule, { rawJSON: '1.0' })).toBe(sentences.number);
});

it.each([
  ['number', { min: 1, max: 5 }, '1', '0.9', 'RANGE: This field must be 1 or more'],
  ['number', { min: 1, max: 5 }, 5, 5.1, 'RANGE: This field must be 5 or less'],
  ['date', { min: '2026-01-31' }, '2026-01-31', '2026-01-30', 'RANGE: This field must be 2026-01-31 or later'],
  ['date', { max: '2026-01-31' }, '2026-01-31', '2026-02-01', 'RANGE: This field must be 2026-01-31 or earlier'],
  ['text', { minLength: 2 }, '👋👋', '👋', 'LENGTH: This field must have at least 2 characters'],
  ['text', { maxLength: 1 }, '👋', 'ab', 'LENGTH: This field can have at most 1 character'],
  ['text', { maxLength: 3 }, 'a\r\nb', 'a\r\nbc', 'LENGTH: This field can have at most 3 characters'],
  ['text', { pattern: '[A-Z]{2}\\d' }, 'AB1', 'AB12', 'PATTERN: This field does not have the expected form'],
  ['text', { pattern: 'a|bc' }, 'bc', 'ab', 'PATTERN: This field does not have the expected form'],
  [
    'email',
    { pattern: '.*@example\\.com' },
    'a@example.com',
    'a@example.org',
    'PATTERN: This field does not have the expected form',
  ],
  ['choice', { options: ['S', 'M'] }, 'M', 'm', 'CHOICE: This field must be one of the choices'],
  ['choice', { options: ['1'] }, '1', 1, 'CHOICE: This field must be one of the choices'],
] as const)('%s with %j takes %j, and not %j', (type, more, good, bad, error) => {
  expect(judged({ type, ...more }, good)).toBeUndefined();
  expect(judged({ type, ...more }, bad)).toBe(error);
});

it('takes one value or a list where several are allowed, and nowhere else', () => {
  const rule = { type: 'choice', options: ['S', 'M'], required: true } as const;
  const several = { ...rule, multiple: true } as const;
  expect(judged(several, 'S')).toBeUndefined();
  // A form sends a hidden empty value before its boxes.
  expect(judged(several, ['', 'S', 'M'])).toBeUndefined();
  expect(judged(several, ['S', 'L'])).toMatch('CHOICE');
  expect(judged(several, [])).toMatch('REQUIRED_FIELD_EMPTY');
  expect(judged(several, ['', null])).toMatch('REQUIRED_FIELD_EMPTY');
  expect(judged(rule, ['S'])).toMatch('CHOICE');
  expect(judged({ ...several, required: false }, [])).toBeUndefined();
});

it('takes the empty value of a select that is not required', () => {
  expect(judged({ type: 'choice', options: ['S'] }, '')).toBeUndefined();
  expect(judged({ type: 'choice', options: ['S'], required: true }, '')).toMatch('REQUIRED_FIELD_EMPTY');
});

it('wants a required box to be checked', () => {
  const { check } = compileRules(rulesOf([{ name: 'terms', type: 'consent', required: true, label: 'The terms' }]));
  expect(check({})).toEqual([{ field: 'terms', code: 'REQUIRED_FIELD_MISSING', message: 'The terms is required' }]);
  for (const value of [false, null, '', ' ', 'false', 'OFF', 'no', '0'])
    expect(check({ terms: value })).toMatchObject([{ code: 'REQUIRED_FIELD_EMPTY' }]);
  for (const value of [true, 'on', '1', 'nothing']) expect(check({ terms: value })).toEqual([]);
});

it('asks nobody for a file where the form takes none', () => {
  const rules = rulesOf([{ name: 'cv', type: 'file', required: true }]);
  const [taking, refusing] = [compileRules(rules), compileRules(rules, { takesFiles: false })];
  for (const fields of [{}, { cv: '' }]) {
    expect(taking.check(fields)).toHaveLength(1);
    expect(refusing.check(fields)).toEqual([]);
  }
  expect(refusing.check({ cv: 'cv.pdf' })).toMatchObject([{ field: 'cv', code: 'TYPE_FILE' }]);
});

describe('files', () => {
  const file = (more: Partial<FieldFile> = {}): FieldFile => ({
    field: 'cv',
    name: 'cv.pdf',
    type: 'application/pdf',
    size: 1_000,
    ...more,
  });
  const accept = ['application/pdf', 'image/*', '.docx'];
  const cv = { name: 'cv', type: 'file' as const, accept, maxBytes: 1_500 };
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const { check } = compileRules(rulesOf([{ ...cv, label: 'Your CV', required: true }]));

  it.each([
    ['its type', file()],
    ['its family', file({ type: 'image/png', name: 'cv' })],
    ['its extension', file({ type: word, name: 'CV.DOCX' })],
  ])('are taken by %s', (_what, one) => {
    expect(check({}, [one])).toEqual([]);
  });

  it.each([
    [
      'another type',
      [file({ type: 'text/html', name: 'a.html' })],
      'FILE_TYPE',
      'Your CV must be a file of the type application/pdf, image/*, .docx',
    ],
    ['a file too large', [file({ size: 1_501 })], 'FILE_SIZE', 'Your CV can have at most 1.5 kB'],
    ['a second file', [file(), file()], 'FILE_COUNT', 'Your CV takes one file only'],
    ['no file', [], 'REQUIRED_FIELD_MISSING', 'Your CV is required'],
    ['the file of another field', [file({ field: 'other' })], 'REQUIRED_FIELD_MISSING', 'Your CV is required'],
  ])('are refused for %s', (_what, files, code, message) => {
    expect(check({}, files)).toEqual([{ field: 'cv', code, message }]);
  });

  it('are not a text, as from a form without multipart', () => {
    expect(check({ cv: 'cv.pdf' })).toMatchObject([{ code: 'TYPE_FILE' }]);
    expect(check({ cv: '' })).toMatchObject([{ code: 'REQUIRED_FIELD_EMPTY' }]);
  });

  it('may be several, or none, where the rule says so', () => {
    const several = compileRules(rulesOf([{ ...cv, multiple: true }]));
    expect(several.check({}, [file(), file()])).toEqual([]);
    expect(several.check({})).toEqual([]);
  });

  it('are no value for a field of another type', () => {
    const text = compileRules(rulesOf([{ name: 'cv', type: 'text' }]));
    expect(text.check({}, [file()])).toMatchObject([{ field: 'cv', code: 'TYPE_TEXT' }]);
  });
});

describe('fields without a rule', () => {
  const fields = { a: '1', b: '2', _gotcha: '', _redirect: '/x', 'cf-turnstile-response': 't', __b: '3' };
  const files = [{ field: 'cv', name: 'a', type: 'b', size: 1 }];

  it('are kept, or refused by name, except those for Inlet itself', () => {
    expect(compileRules(rulesOf([{ name: 'a', type: 'text' }])).check(fields, files)).toEqual([]);
    expect(compileRules(rulesOf([{ name: 'a', type: 'text' }], 'refuse')).check(fields, files)).toEqual([
      { field: 'b', code: 'UNKNOWN_FIELD', message: 'The form has no field "b"' },
      { field: '__b', code: 'UNKNOWN_FIELD', message: 'The form has no field "__b"' },
      { field: 'cv', code: 'UNKNOWN_FIELD', message: 'The form has no field "cv"' },
    ]);
  });

  it('are named shortly, and 100 at most', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}${'👋'.repeat(95)}`, '1']));
    const errors = compileRules(rulesOf([], 'refuse')).check(many);
    expect(errors).toHaveLength(100);
    for (const { message } of errors) {
      expect(message.length).toBeLessThan(100);
      expect(message.isWellFormed()).toBe(true);
    }
  });
});

it('never takes a name that every object has for a field', () => {
  const names = ['__proto__', 'constructor', 'toString'];
  const { check } = compileRules(rulesOf(names.map((name) => ({ name, type: 'text', required: true }))));
  expect(check({}).map(({ code }) => code)).toEqual(names.map(() => 'REQUIRED_FIELD_MISSING'));
  expect(check(JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}'))).toEqual([]);
});

it('never repeats a value in a message', () => {
  const secret = 'secret'.repeat(1_000);
  for (const type of ['email', 'url', 'tel', 'number', 'date'] as const)
    expect(judged({ type }, secret)).not.toMatch('secret');
  expect(judged({ type: 'text', maxLength: 3 }, secret)).not.toMatch('secret');
  expect(judged({ type: 'choice', options: ['a'] }, secret)).not.toMatch('secret');
});
