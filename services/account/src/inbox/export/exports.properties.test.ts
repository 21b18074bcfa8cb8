import { buffer } from 'node:stream/consumers';
import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellsOf, rowsOf } from '#inbox/export/read-export.test-setup.ts';
import { csvLine } from '#inbox/export/write-csv.ts';
import { writeWorkbook } from '#inbox/export/write-workbook.ts';
import { unzip } from '#inbox/files/unzip.test-setup.ts';

const signs = '=+@-＝＋＠－';
const nearFormula = fc
  .tuple(
    fc.constantFrom('', ' ', '\u00a0', "'", '"', ';', '\r\n', '\t', 'a;', 'a\t'),
    fc.constantFrom(...signs),
    hostileText,
  )
  .map((parts) => parts.join(''));
const text = fc.oneof(hostileText, nearFormula);
const rows = fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 });

/** A cell that a spreadsheet may read as a formula, whatever characters it skips first. */
const isFormula = (cell: string) =>
  new RegExp(`^[\\s"]*[${signs.replace('-', '\\-')}]`).test(cell) && !/^-\d+(\.\d+)?$/.test(cell);

it('CSV has every cell, with nothing but apostrophes put in', () => {
  const bare = (cell: string) => cell.replaceAll("'", '');
  const property = fc.property(rows, (all) => {
    for (const cells of all) {
      const read = cellsOf(csvLine(cells).replace(/\r\n$/, ''), ',');
      expect(read.map(bare)).toEqual(cells.map(bare));
    }
  });
  fc.assert(property, cases());
});

it('CSV has no cell that is a formula, wherever a program splits it', () => {
  const property = fc.property(rows, (all) => {
    // The first column is a time.
    const file = all.map((cells) => csvLine([new Date(0), ...cells])).join('');
    const known = [',', ';', '\t'].flatMap((separator) => cellsOf(file, separator));
    // These programs do not know quotes.
    const unknown = [';', '\t'].flatMap((separator) => file.split(/[\r\n]/).flatMap((line) => line.split(separator)));
    expect([...known, ...unknown].filter(isFormula)).toEqual([]);
  });
  fc.assert(property, cases(500));
});

it('a workbook has every cell as a text', async () => {
  // A cell has one kind of line break, and no character that XML cannot contain.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  const shown = (cell: string) => cell.replaceAll(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, '');
  const property = fc.asyncProperty(rows, async (all) => {
    async function* pages() {
      yield* all.map((cells) => [cells]);
    }
    const parts = unzip(await buffer(writeWorkbook(['a', 'b'], pages())));
    const [, ...read] = rowsOf(parts.get('xl/worksheets/sheet1.xml'));
    const unescaped = read.map((cells) => cells.map((cell) => String(cell).replaceAll('_x005F_', '_')));
    expect(unescaped).toEqual(all.map((cells) => cells.map(shown)));
  });
  await fc.assert(property, cases(100));
});
