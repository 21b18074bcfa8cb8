import { expect, it } from 'vitest';
import { isTestMark, signTestMark } from '#test-mark.ts';

const tokens = ['the newer token of 32 characters!', 'the older token of 32 characters!'] as const;

it('a mark is accepted for its endpoint, for two minutes, and during a rotation of the secret', () => {
  const now = Date.now();
  const mark = signTestMark([tokens[1]], 'abc', now);
  expect(isTestMark(mark, [...tokens], 'abc', now + 119_000)).toBe(true);
  expect(isTestMark(mark, [...tokens], 'abc', now + 121_000)).toBe(false);
  expect(isTestMark(mark, [...tokens], 'other', now)).toBe(false);
  expect(isTestMark(mark, [tokens[0]], 'abc', now)).toBe(false);
});

it('no other text is a mark', () => {
  for (const header of [undefined, '', 'x', `${Date.now() + 1_000}.${'a'.repeat(43)}`, ['a', 'b']])
    expect(isTestMark(header, [...tokens], 'abc')).toBe(false);
});
