import { expect, it } from 'vitest';
import { fitInPage, pageBytes } from '#page-bytes.ts';

const item = (share: number) => 'x'.repeat(pageBytes * share);

it('ends a page before the item that is too much for it', () => {
  expect(fitInPage([item(0.4), item(0.5), item(0.2), 'small'])).toHaveLength(2);
  expect(fitInPage(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
});

it('has one item at least, or a list could not go on', () => {
  expect(fitInPage([item(2), 'small'])).toHaveLength(1);
  expect(fitInPage([])).toEqual([]);
});
