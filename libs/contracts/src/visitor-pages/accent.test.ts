import { expect, it } from 'vitest';
import { contrast, inkOn } from '#visitor-pages/accent.ts';

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#0b6670', '#ffffff', 6.67],
])('%s and %s have the contrast that WCAG computes', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2);
  expect(contrast(other, one)).toBeCloseTo(expected, 2);
});

it('text on any color can be read', () => {
  const steps = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, '0'));
  const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
  expect(colors.filter((color) => contrast(inkOn(color), color) < 4.5)).toEqual([]);
  expect([inkOn('#767676'), inkOn('#777777')]).toEqual(['#ffffff', '#000000']);
});
