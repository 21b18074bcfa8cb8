import { expect, it } from 'vitest';
import { cut, weightOf } from '#submissions/mail-size.ts';

it('weighs a text as quoted-printable writes it', () => {
  expect(['abc', 'a=b', 'é', '漢', '🌊'].map(weightOf)).toEqual([3, 5, 6, 9, 12]);
});

it('cuts a text without leaving half of a character', () => {
  expect(cut('hello', 5)).toBe('hello');
  expect(cut('hello!', 5)).toBe('hell…');
  expect(cut('abc🌊def', 5)).toBe('abc…');
});
