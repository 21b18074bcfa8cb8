import { expect, it } from 'vitest';
import { lettersIn } from './trim-font.ts';

it('the letters of a style sheet are those of its ranges, first and last included', () => {
  expect(lettersIn('unicode-range:\n  U+0041-0043,\n  U+00E9, U+20AC;')).toBe('ABCé€');
});
