import { readPattern } from '@inlet/contracts/rule-patterns';
import { cases } from '@inlet/testing/config';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '#compile-pattern.ts';

/** The pattern in the engine of browsers and of ajv. */
const native = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'u');

it('judges a value as ECMAScript does', () => {
  const atom = fc.constantFrom(
    ...[
      'a',
      'b',
      '1',
      '.',
      '\\d',
      '\\w',
      '\\W',
      '\\s',
      '\\S',
      '[ab]',
      '[^a]',
      '[\\s1]',
      '[\\S]',
      '[a-c_-]',
      '[^\\W\\d]',
    ],
    ...[
      '\\p{L}',
      '[^\\p{Lu}]',
      '\\P{N}',
      '\\u00e9',
      '\\u{1F44B}',
      '\\n',
      '\\x61',
      '\\.',
      '-',
      ',',
      '/',
      '#',
      '👋',
      'é',
    ],
  );
  const assertion = fc.constantFrom('^', '$', '\\b', '\\B', '', '|');
  const repeat = fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '{2}', '{1,}', '{0,2}', '{0}', '{2}?');
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc
      .array(
        fc.oneof(
          { depthSize: 'small' },
          fc.tuple(atom, repeat).map(([one, times]) => one + times),
          assertion,
          fc
            .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), repeat)
            .map(([open, inner, times]) => `${open}${inner})${times}`),
        ),
        { maxLength: 4 },
      )
      .map((parts) => parts.join('')),
  }));
  const text = fc.string({
    unit: fc.constantFrom(...'abcA1_-.,/# \n\r\t\v', 'é', 'É', '👋', '世', '\u2028', '\u00a0', '\ufeff', '\u0301', '٣'),
    maxLength: 6,
  });
  const seen = { true: 0, false: 0 };
  const property = fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (one, texts) => {
    fc.pre('re2' in readPattern(one));
    const matches = compilePattern(one);
    for (const given of texts) {
      const expected = native(one).test(given);
      seen[`${expected}`] += 1;
      expect([given, matches(given)]).toEqual([given, expected]);
    }
  });
  fc.assert(property, cases(4_000));
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(1_000);
});

it.each([
  '.',
  '\\s',
  '\\S',
  '\\d',
  '\\w',
  '\\W',
  '[\\s]',
  '[\\S]',
  '[^\\s]',
  '\\p{L}',
  '\\P{Lu}',
  '\\p{Nd}',
  '\\p{M}',
  '\\p{Zs}',
  '\\p{P}',
  '\\p{S}',
])('%s means the same for each character of the first two planes', (pattern) => {
  const [matches, expected] = [compilePattern(pattern), native(pattern)];
  const different: string[] = [];
  for (let code = 0; code <= 0x1_ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (matches(character) !== expected.test(character)) different.push(code.toString(16));
  }
  expect(different).toEqual([]);
});

/** The least processor time of ten tries, in milliseconds, with a pattern that is new each time. */
function costOf(pattern: string, text: string): number {
  const times = Array.from({ length: 10 }, () => {
    const matches = compilePattern(pattern);
    const before = process.cpuUsage();
    matches(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

describe('the time of a pattern', () => {
  it('stays below a millisecond for nested repetitions and 5,000 letters', () => {
    // A backtracking engine is far above it with 25 letters, and would never end with 5,000.
    for (const letters of [25, 5_000]) expect(costOf('(a+)+$', `${'a'.repeat(letters)}!`)).toBeLessThan(1);
  });

  const mixed = Array.from({ length: 2_000 }, (_, index) => ((index * 7_919) % 13 < 6 ? 'a' : 'b')).join('');
  it.each([
    ['[ab]*a[ab]{490}', mixed],
    ['(?:a?){120}(?:a){240}', 'a'.repeat(2_000)],
    ['(?:(?:a?){9}){25}', 'a'.repeat(2_000)],
    ['(?:(?:a|b)?[ab]?){80}!', mixed],
    ['(?:a*){248}b', 'a'.repeat(2_000)],
    ['(?:a|aa|aaa|b|bb|ab|ba){20}\\b!', mixed],
    ['\\p{L}{99}', 'é世'.repeat(1_000)],
    ['(?:\\p{L}|\\p{Lu}\\p{M}*|\\w){20}', 'éÉ'.repeat(1_000)],
  ])('%s stays below 50 milliseconds', (pattern, text) => {
    const read = readPattern(pattern);
    expect(read).toHaveProperty('steps');
    expect(costOf(pattern, text)).toBeLessThan(50);
  });
});
