import { expect, it } from 'vitest';
import { formatAmount } from '#lib/prices.ts';

it.each([
  [4_900, 'eur', '€49'],
  [18_000, 'EUR', '€180'],
  [499, 'usd', '$4.99'],
  [123_456_700, 'eur', '€1,234,567'],
  [0, 'eur', '€0'],
  [1_250, 'chf', 'CHF 12.50'],
])('%i in %s reads %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text);
});
