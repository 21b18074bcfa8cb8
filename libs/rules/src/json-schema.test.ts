import type { FieldRule } from '@inlet/contracts/field-rule';
import type { RulesInput } from '@inlet/contracts/rules';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRules } from '#compile-rules.ts';
import { jsonSchemaOf } from '#json-schema.ts';
import { rulesOf } from '#rules.test-setup.ts';

const endpoint = 'https://inlet.example/api/forms/abc/schema';

/** Readers of the schema that report its mistakes as errors: one checks formats too, the other does not. */
const readers = [false, true].map((validateFormats) => {
  const ajv = new Ajv2020({ strict: true, strictTypes: true, allowUnionTypes: true, validateFormats });
  addFormats.default(ajv);
  return ajv;
}) as [Ajv2020, Ajv2020];
let schemas = 0;

function validatorOf(rules: RulesInput['fields'], unknown: 'keep' | 'refuse', withFormats: boolean): ValidateFunction {
  schemas += 1;
  const schema = jsonSchemaOf(rulesOf(rules, unknown), { endpoint: `${endpoint}?${schemas}` });
  return readers[withFormats ? 1 : 0].compile(JSON.parse(JSON.stringify(schema)));
}

interface Difference {
  readonly accepts: 'rules' | 'schema';
  readonly holds: (rule: FieldRule, value: unknown) => boolean;
  readonly example: readonly [rule: Omit<FieldRule, 'name'>, value: unknown];
}

const texts = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string');
const isAscii = (text: string) => /^[ -~\s]*$/.test(text);

/** The values on which rules and schema may differ, as the documentation lists them. */
const differences: Readonly<Record<string, Difference>> = {
  'a number as text': {
    accepts: 'rules',
    holds: ({ type }, value) =>
      type === 'number' && texts(value).some((text) => text.trim() !== '' && Number.isFinite(Number(text))),
    example: [{ type: 'number' }, '5'],
  },
  'a line break of a form, which counts as one character': {
    accepts: 'rules',
    holds: ({ maxLength, pattern }, value) =>
      (maxLength !== undefined || pattern !== undefined) && texts(value).some((text) => text.includes('\r\n')),
    example: [{ type: 'text', maxLength: 3 }, 'a\r\nb'],
  },
  'a line break of a form in a text that is too short': {
    accepts: 'schema',
    holds: ({ minLength }, value) => minLength !== undefined && texts(value).some((text) => text.includes('\r\n')),
    example: [{ type: 'text', minLength: 4 }, 'a\r\nb'],
  },
  'a list whose values have more than 2,000 characters together, for a pattern': {
    accepts: 'schema',
    holds: ({ pattern }, value) =>
      pattern !== undefined && Array.isArray(value) && texts(value).join('').length > 2_000,
    example: [{ type: 'text', pattern: 'a*', multiple: true }, ['a'.repeat(1_500), 'a'.repeat(501)]],
  },
};
/** Also where a validator checks `format`, which JSON Schema leaves open. */
const differencesOfFormats: Readonly<Record<string, Difference>> = {
  ...differences,
  'an address with letters beyond ASCII, or with dots and hyphens at unusual positions': {
    accepts: 'rules',
    holds: ({ type }, value) =>
      type === 'email' && texts(value).some((text) => !isAscii(text) || /\.[.@]|^\.|-[.@]|[.@]-|-$/.test(text)),
    example: [{ type: 'email' }, 'ada@müller.example'],
  },
};

const numbers = fc.oneof(fc.integer({ min: -12, max: 12 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 4 });
const dates = fc.oneof(
  fc
    .date({ min: new Date('1999-01-01'), max: new Date('2101-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.tuple(digits, digits, digits).map((parts) => parts.join('-')),
  fc.constantFrom('2000-02-29', '1900-02-29', '2024-02-29', '2023-02-29', '2024-04-31', '0000-02-29'),
);
const shortText = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', '1', ' ', '-', '.', '@', '\n', 'é', '👋', '世', '\u2028'),
  maxLength: 9,
});
const ofType: Readonly<Record<FieldRule['type'], fc.Arbitrary<unknown>>> = {
  text: shortText,
  hidden: shortText,
  email: fc.oneof(
    fc.emailAddress(),
    fc.tuple(shortText, shortText).map(([a, b]) => `${a}@${b}.de`),
  ),
  url: fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    shortText.map((text) => `https://${text}`),
  ),
  tel: fc.string({ unit: fc.constantFrom(...'0123456789+-() ./#x'), maxLength: 26 }),
  number: fc.oneof(numbers, numbers.map(String)),
  date: dates,
  choice: fc.constantFrom('S', 'M', 'L', 's', '1', 1),
  consent: fc.constantFrom(true, false, 'on', 'off', 'No', ' 0 ', '1', 1, 0),
  file: fc.constantFrom('cv.pdf', true),
};
const anything = fc.oneof(
  hostileText,
  fc.constantFrom(
    '',
    ' ',
    '\r\n',
    'a\r\nb',
    null,
    true,
    false,
    0,
    [],
    {},
    [null],
    [''],
    'a'.repeat(2_001),
    'a'.repeat(300),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Few limits for each type, because ajv takes some milliseconds to compile a schema. */
const limitsOfTexts: readonly Partial<FieldRule>[] = [
  {},
  { minLength: 3 },
  { maxLength: 5 },
  { minLength: 2, maxLength: 9, pattern: '[a-z]+|.*@.*|\\d{3,}|https?://.*' },
  { pattern: '\\S*|\\d\\s|\\p{L}*' },
];
const limitsOf: Readonly<Partial<Record<FieldRule['type'], readonly Partial<FieldRule>[]>>> = {
  number: [{}, { min: -3 }, { min: 0, max: 9 }],
  date: [{}, { min: '2019-12-31' }, { min: '2000-01-01', max: '2020-02-29' }],
  choice: [{ options: ['S', 'M', '1'] }],
  consent: [{}],
  file: [{}],
};

/** A rule of a type, with a value that mostly fits it, or none. */
function triesOf(type: FieldRule['type']): fc.Arbitrary<readonly [FieldRule, object]> {
  const flags = fc.record({ required: fc.boolean(), multiple: fc.boolean() });
  const value = fc.oneof({ weight: 6, arbitrary: ofType[type] }, { weight: 2, arbitrary: anything });
  const sent = fc.oneof(
    { weight: 8, arbitrary: value.map((one) => ({ a: one })) },
    { weight: 3, arbitrary: fc.array(value, { maxLength: 3 }).map((list) => ({ a: list })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
  return fc
    .tuple(fc.tuple(flags, fc.constantFrom(...(limitsOf[type] ?? limitsOfTexts))), sent)
    .map(([[{ required, multiple }, limits], data]) => {
      const rule = { name: 'a', type, required, ...limits, ...(type !== 'consent' && { multiple }) };
      return [rule, JSON.parse(JSON.stringify(data))];
    });
}

/** Compiled once for each rule: there are few of them. */
const validators = new Map<string, ValidateFunction>();
function validator(rule: FieldRule, withFormats: boolean): ValidateFunction {
  const key = JSON.stringify([rule, withFormats]);
  const found = validators.get(key) ?? validatorOf([rule], 'keep', withFormats);
  validators.set(key, found);
  return found;
}

const types = Object.keys(ofType) as FieldRule['type'][];

describe.each([
  ['', false, differences],
  [', and also checks formats', true, differencesOfFormats],
] as const)('a program that reads the schema%s', (_what, withFormats, allowed) => {
  it.each(types)('judges values of the type %s as the rules do', (type) => {
    const seen = { accepted: 0, refused: 0 };
    const property = fc.property(triesOf(type), ([rule, data]) => {
      const byRules = compileRules(rulesOf([rule])).check(data as Record<string, unknown>).length === 0;
      const bySchema = validator(rule, withFormats)(data);
      seen[byRules ? 'accepted' : 'refused'] += 1;
      if (byRules === bySchema) return;
      const accepts = byRules ? 'rules' : 'schema';
      const value = (data as { a?: unknown }).a;
      expect(Object.values(allowed).some((one) => one.accepts === accepts && one.holds(rule, value))).toBe(true);
    });
    fc.assert(property, cases(2_000));
    // The values are no good if all of them are accepted, or refused.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(type === 'file' ? 50 : 150);
  });
});

it.each(Object.entries(differencesOfFormats))('differs in %s', (_what, { accepts, holds, example: [rule, value] }) => {
  const named = { name: 'a', ...rule };
  expect(holds(named, value)).toBe(true);
  const found = [
    compileRules(rulesOf([named])).check({ a: value }).length === 0,
    validatorOf([named], 'keep', true)({ a: value }),
  ];
  expect(found).toEqual([accepts === 'rules', accepts === 'schema']);
});

it('names unknown fields as the rules do', () => {
  const validate = validatorOf([{ name: 'a', type: 'text' }], 'refuse', true);
  const { check } = compileRules(rulesOf([{ name: 'a', type: 'text' }], 'refuse'));
  const name = fc.oneof(
    fc.constantFrom('a', '_', '_a', '__a', 'a_', '_gotcha', 'g-recaptcha-response', '__proto__'),
    hostileText,
  );
  const property = fc.property(fc.uniqueArray(name, { maxLength: 3 }), (names) => {
    const data = JSON.parse(`{${names.map((one) => `${JSON.stringify(one)}:"1"`).join(',')}}`);
    expect(validate(data)).toBe(check(data).length === 0);
  });
  fc.assert(property, cases(2_000));
});

it('has the words of the rules, and the whole value for a pattern', () => {
  const rules = rulesOf([
    {
      name: 'code',
      type: 'text',
      label: 'Code',
      help: 'On your invoice',
      pattern: 'a|b',
      maxLength: 5,
      required: true,
    },
    { name: 'email', type: 'email' },
  ]);
  expect(jsonSchemaOf(rules, { endpoint })).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: endpoint,
    type: 'object',
    required: ['code'],
    properties: {
      code: {
        title: 'Code',
        description: 'On your invoice',
        type: 'string',
        maxLength: 5,
        pattern: '\\S',
        allOf: [{ pattern: '^(?:a|b)$' }],
      },
      email: { anyOf: [{ type: 'null' }, { type: 'string' }, { type: 'string', format: 'email', maxLength: 254 }] },
    },
  });
});
