import { describe, expect, it } from 'vitest';
import { blockRows, cutBlocks, type IndexableRow } from '#search-block.ts';
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
const rows = (count: number, overrides: Partial<IndexableRow> = {}) =>
  Array.from({ length: count }, (_, n) => row(n + 1, overrides));
const cut = (some: readonly IndexableRow[]) => [...cutBlocks(formId, start, some)];
const placeOf = ({ createdAt, id }: IndexableRow) => ({ createdAt, id });

describe('rows are cut into blocks', () => {
  it('of so many, which leave no gap between them', () => {
    const some = rows(2 * blockRows + 1);
    const ends = [blockRows, 2 * blockRows, some.length].map((count) => placeOf(row(count)));
    const blocks = cut(some);
    expect(blocks.map(({ to }) => to)).toEqual(ends);
    expect(blocks.map(({ from }) => from)).toEqual([start, ...ends.slice(0, -1)]);
  });

  it('of fewer where they are long, and of one where it is very long', () => {
    expect(cut(rows(6, { text: 'x'.repeat(12_000) })).map(({ to }) => to.createdAt)).toEqual(
      [2, 4, 6].map((ms) => new Date(ms)),
    );
    expect(cut(rows(3, { text: 'x'.repeat(60_000) }))).toHaveLength(3);
  });

  it('and none are none', () => {
    expect(cut([])).toEqual([]);
  });

  it('whose fingerprint changes with the set of rows and not with their order', () => {
    const [a, b, c] = rows(3);
    const fingerprint = (...some: (IndexableRow | undefined)[]) =>
      cut(some.filter((each) => each !== undefined))[0]?.fingerprint;
    expect(fingerprint(a, b)).toBe(fingerprint(b, a));
    expect(new Set([fingerprint(a), fingerprint(a, b), fingerprint(a, c), fingerprint(a, b, c)]).size).toBe(4);
    expect(cut([row(1, { hash: '-5' })])[0]?.fingerprint).toBe(-5n);
  });
});

describe('a block', () => {
  const texts = ['{"name":"größe 日本語 👋🏽"}', '{"a":"b\\"c\\nd"}', '{}'];
  const [block] = cut(texts.map((text, n) => row(n, { text, origin: n === 0 ? null : 'https://example.com' })));
  const grams = new Set(block?.grams);
  const { ofSearch, ofOrigin, anything } = searchGrams(formId);

  it('has what stands for every part of its rows', () => {
    for (const text of texts) {
      for (let from = 0; from < text.length; from += 1) {
        for (let to = from + 1; to <= text.length; to += 1) {
          expect(ofSearch(text.slice(from, to)).filter((gram) => !grams.has(gram))).toEqual([]);
        }
      }
    }
    expect([grams.has(ofOrigin(null)), grams.has(ofOrigin('https://example.com'))]).toEqual([true, true]);
  });

  it.each(['x', 'öx', 'size', '本日', '👍', '}{', 'name":1'])('has not what stands for %s', (text) => {
    expect(ofSearch(text).every((gram) => grams.has(gram))).toBe(false);
  });

  it('has neither another form’s hashes nor another origin’s', () => {
    const other = searchGrams('01890000-0000-7000-8000-000000000002');
    expect(grams.has(other.ofOrigin(null))).toBe(false);
    expect(other.ofSearch('name').some((gram) => grams.has(gram))).toBe(false);
    expect(grams.has(ofOrigin('https://example.org'))).toBe(false);
    expect(grams.has(anything)).toBe(false);
  });

  it('says that it may have anything when one of its rows is too long to be taken apart', () => {
    const [long] = cut([row(1, { text: null, origin: 'https://example.com' }), row(2)]);
    expect(long?.grams).toContain(anything);
    expect(long?.grams).toContain(ofOrigin('https://example.com'));
  });

  it('holds whole numbers of 32 bits', () => {
    expect(block?.grams.filter((gram) => !Number.isInteger(gram) || Math.abs(gram) > 2 ** 31)).toEqual([]);
  });
});
