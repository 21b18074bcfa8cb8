import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileBlockList } from '#block-list.ts';

/** Few characters of each kind, so that entries match, overlap, or miss by one character. */
const part = fc.constantFrom(...['a', 'b', 'A', 'ab', '1', 'é', '.', '-', '_', '@', ' ', '\n', '𐌰', '\u0301', '世']);
const wordOf = (maxLength: number) => fc.array(part, { minLength: 1, maxLength }).map((parts) => parts.join(''));
const entry = fc.oneof(wordOf(5), hostileText).filter((text) => text.trim().length > 1);
const text = fc.oneof({ weight: 3, arbitrary: wordOf(30) }, hostileText);

it('a block list finds what a look for one entry after another finds', () => {
  const property = fc.property(
    fc.array(entry, { maxLength: 6 }),
    fc.array(text, { maxLength: 3 }),
    (entries, texts) => {
      expect(compileBlockList(entries)(texts)).toBe(entries.some((one) => stands(one, normal(texts.join('\n')))));
    },
  );
  fc.assert(property, cases(5_000));
});

function normal(given: string): string {
  return given.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
}

function stands(entry: string, given: string): boolean {
  const wanted = normal(entry);
  const isName = /^\S+\.\S+$/.test(entry);
  for (let at = given.indexOf(wanted); at !== -1; at = given.indexOf(wanted, at + 1)) {
    const before = given.slice(Math.max(0, at - 1), at);
    const rest = given.slice(at + wanted.length, at + wanted.length + 2);
    const begins = isName ? !/[\p{L}\p{N}_-]/u.test(before) : !/[\p{L}\p{N}]/u.test(before);
    const ends = isName ? !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(rest) : !/[\p{L}\p{N}]/u.test(rest.slice(0, 1));
    if (begins && ends) return true;
  }
  return false;
}
