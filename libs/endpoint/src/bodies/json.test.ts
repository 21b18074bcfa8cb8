import { describe, expect, it } from 'vitest';
import { isAsWritten } from '#bodies/json.ts';

const isKept = (text: string) => isAsWritten(text, JSON.parse(text));

describe('a text that is stored as it came', () => {
  it.each([
    '{"name":"Ada","message":"Hello"}',
    '{"message":"two\\nlines, a \\"quote\\", a tab\\t and a \\\\ backslash"}',
    '{"":"","é":"日本 🎉"}',
    '{"__proto__":"x","constructor":"y"}',
  ])('%s', (text) => {
    expect(isKept(text)).toBe(true);
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
  });
});

describe('a text that is written anew', () => {
  it.each([
    ['has space in it', '{ "a":"b"}'],
    ['has a line break at its end', '{"a":"b"}\n'],
    ['has a name twice, which hides a value', '{"a":"hidden","a":"b"}'],
    ['hides a deep value behind a name', '{"a":[[[[]]]],"a":"b"}'],
    ['hides a zero character behind a name', '{"a":"\\u0000","a":"b"}'],
    ['escapes what need not be', '{"a":"\\u0041\\/"}'],
    ['escapes a slash', '{"a":"\\/"}'],
    ['has something that is no text', '{"a":1}'],
    ['has a list', '{"a":["b"]}'],
  ])('%s', (_what, text) => expect(isKept(text)).toBe(false));
});

it('never keeps a text that would be written in another way', () => {
  const names = ['"a"', '"b"', '"\\n"'];
  const values = ['"\\n"', '"\\""', '"\\\\"', '"\\u0041"', '"\\/"', '"é"', '""', '1', '[]'];
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % most;
  };
  let kept = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const pairs = Array.from({ length: 1 + next(3) }, () => {
      const space = next(8) === 0 ? ' ' : '';
      return `${names[next(names.length)]}${space}:${values[next(values.length)]}`;
    });
    const text = `{${pairs.join(',')}}`;
    const value = JSON.parse(text);
    if (!isAsWritten(text, value)) continue;
    kept += 1;
    expect(JSON.stringify(value)).toBe(text);
  }
  expect(kept).toBeGreaterThan(1_000);
});
