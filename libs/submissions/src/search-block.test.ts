import { asStored, foldText } from '@inlet/contracts/search-query';
import { describe, expect, it } from 'vitest';
import { bucketOf, rowsWithAll } from '#postings.ts';
import { blockRows, buildBlock, type IndexableRow } from '#search-block.ts';
import { searchGrams } from '#search-grams.ts';

const formId = '01890000-0000-7000-8000-000000000001';
const start = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
const row = (n: number, overrides: Partial<IndexableRow> = {}): IndexableRow => ({
  createdAt: new Date(n),
  id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  text: `{"n":${n}}`,
  origin: null,
  hash: String(2n ** BigInt(n % 60)),
  ...overrides,
});
const build = (rows: readonly IndexableRow[]) => buildBlock(formId, start, rows, async () => undefined);

/** The numbers of the rows that a search looks at. */
async function lookedAt(rows: readonly IndexableRow[], grams: readonly number[]): Promise<number[]> {
  const { directory, postings } = await build(rows);
  const bucketFor = (gram: number) => postings.subarray(directory[bucketOf(gram)], directory[bucketOf(gram) + 1]);
  return rowsWithAll(
    grams.map((gram) => ({ gram, bucket: bucketFor(gram) })),
    rows.length,
  );
}

const grams = searchGrams(formId);
const ofTerm = (text: string) => grams.ofTerm(asStored(foldText(text)));

describe('a block', () => {
  it('reaches from one position to its last row, and keeps the ids', async () => {
    const rows = [row(1), row(2), row(3)];
    const { from, to, ids } = await build(rows);
    expect([from, to]).toEqual([start, { createdAt: new Date(3), id: row(3).id }]);
    expect(ids.toString('hex')).toBe(rows.map(({ id }) => id.replaceAll('-', '')).join(''));
    expect((await build([])).to).toEqual(start);
  });

  it('has a fingerprint that changes with the set of rows and not with their order', async () => {
    const of = async (...numbers: number[]) => (await build(numbers.map((n) => row(n)))).fingerprint;
    expect(await of(1, 2)).toBe(await of(2, 1));
    expect(new Set([await of(1), await of(1, 2), await of(1, 3), await of(1, 2, 3)]).size).toBe(4);
    expect((await build([row(1, { hash: '-5' })])).fingerprint).toBe(-5n);
  });

  const texts = ['{"name":"Größe 日本語 👋🏽"}', '{"a":"b\\"c\\nd García"}', '{"a":"Garc\\u00eda \\/ x"}', '{}'];
  const rows = texts.map((text, n) => row(n, { text, origin: n === 0 ? null : 'https://example.com' }));

  it('leads to every row that has a text', async () => {
    const folded = texts.map((text) => foldText(JSON.stringify(JSON.parse(text))));
    for (const text of folded) {
      for (let from = 0; from < text.length; from += 1) {
        for (let to = from + 1; to <= text.length; to += 1) {
          const term = text.slice(from, to);
          const found = await lookedAt(rows, grams.ofTerm(term));
          expect(found).toEqual(expect.arrayContaining(folded.flatMap((other, n) => (other.includes(term) ? n : []))));
        }
      }
    }
  });

  it.each([
    ['garcia', [1, 2]],
    ['größe', [0]],
    ['日本', [0]],
    ['本日', []],
    ['👋', [0]],
    ['👍', []],
    ['size', []],
    ['name', [0]],
  ])('leads to few others for %s', async (term, found) => {
    expect(await lookedAt(rows, ofTerm(term))).toEqual(found);
  });

  it('leads to the rows of an origin, and to those of none', async () => {
    expect(await lookedAt(rows, [grams.ofOrigin('https://example.com')])).toEqual([1, 2, 3]);
    expect(await lookedAt(rows, [grams.ofOrigin(null)])).toEqual([0]);
    expect(await lookedAt(rows, [grams.ofOrigin('https://example.org')])).toEqual([]);
  });

  it('leads to rows that are too long to be taken apart in any case', async () => {
    expect(await lookedAt([row(0), row(1, { text: null }), row(2)], ofTerm('never heard of'))).toEqual([1]);
  });

  it('finds the same in lists and in bits, in blocks of any size', async () => {
    for (const count of [1, 7, 8, 9, 100, blockRows]) {
      const many = Array.from({ length: count }, (_, n) =>
        row(n, {
          text: JSON.stringify({ all: 'everywhere', n: n % 2 ? 'odd' : 'even', some: n % 300 === 7 ? 'rare' : '' }),
        }),
      );
      const numbers = many.map((_, n) => n);
      expect(await lookedAt(many, ofTerm('everywhere'))).toEqual(numbers);
      expect(await lookedAt(many, ofTerm('odd'))).toEqual(numbers.filter((n) => n % 2));
      expect(await lookedAt(many, [...ofTerm('rare'), ...ofTerm('odd')])).toEqual(
        numbers.filter((n) => n % 300 === 7 && n % 2),
      );
      expect(await lookedAt(many, [])).toEqual(numbers);
    }
  });

  it('holds more hashes than its table at first', async () => {
    const words = Array.from({ length: 40_000 }, (_, n) => (n * 7919).toString(36).padStart(4, 'q'));
    const many = Array.from({ length: 100 }, (_, n) => row(n, { text: words.slice(n * 400, n * 400 + 400).join(' ') }));
    for (const n of [0, 1, 57, 99]) {
      expect(await lookedAt(many, grams.ofTerm(many[n]?.text?.slice(0, 40) ?? ''))).toContain(n);
    }
  });

  it('has hashes of its form alone', () => {
    const other = searchGrams('01890000-0000-7000-8000-000000000002');
    expect(other.ofTerm('name')).not.toEqual(grams.ofTerm('name'));
    expect(other.ofOrigin(null)).not.toBe(grams.ofOrigin(null));
  });
});

it('a short term has no hashes, and a long one few that lie apart', () => {
  expect(['a', 'ab', '""', 'a-b', '本'].flatMap((term) => ofTerm(term))).toEqual([]);
  expect(ofTerm('abc')).toHaveLength(1);
  expect(ofTerm('internationalization').length).toBeLessThan(8);
  expect(ofTerm('internationalization').length).toBeGreaterThan(4);
});
