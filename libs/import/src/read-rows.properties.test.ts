import { cases } from '@inlet/testing/config';
import { hostileText } from '@inlet/testing/hostile-text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { piecesOf } from '#file.test-setup.ts';
import { type FileShape, type Separator, separators } from '#file-shape.ts';
import { readRows } from '#read-rows.ts';

/** What UTF-8 can hold. */
const cell = fc
  .oneof(hostileText, fc.constantFrom('', '"', 'a"b', '\r\n', ',', ';', '\t', ' x '))
  .map((text) => text.toWellFormed());
const table = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom<Separator>(...separators))
  .chain(([width, separator]) =>
    fc.record({
      separator: fc.constant(separator),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
      columns: fc.constant(Array.from({ length: width }, (_, index) => `column ${index}`)),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      pieceBytes: fc.integer({ min: 1, max: 40 }),
      always: fc.boolean(),
    }),
  );

/** A table as RFC 4180 writes it; a cell is quoted where it has to be, or always. */
function write({ columns, rows, separator, end, always }: Omit<TableCase, 'pieceBytes'>): string {
  const quote = (text: string) => (always || /["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...rows].map((row) => row.map(quote).join(separator)).join(end);
}
type TableCase = typeof table extends fc.Arbitrary<infer Case> ? Case : never;

it('a table that is written as CSV is read again, however it comes in pieces', async () => {
  const property = fc.asyncProperty(table, async ({ pieceBytes, ...given }) => {
    const shape: FileShape = { format: 'csv', encoding: 'utf-8', separator: given.separator };
    const read = [];
    for await (const { rows } of readRows(piecesOf(`\ufeff${write(given)}`, pieceBytes), shape)) read.push(...rows);
    const expected = given.rows
      .map((row) =>
        Object.fromEntries(
          row.map((text, index) => [`column ${index}`, text] as const).filter(([, text]) => text !== ''),
        ),
      )
      .filter((values) => Object.keys(values).length > 0);
    expect(read.map((row) => 'values' in row && row.values)).toEqual(expected);
  });
  await fc.assert(property, cases());
});

it('the rows of a JSON list are read again, as NDJSON too, however they come in pieces', async () => {
  const rowsOf = fc.array(fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }), {
    minLength: 1,
    maxLength: 5,
  });
  const property = fc.asyncProperty(rowsOf, fc.integer({ min: 1, max: 40 }), async (given, pieceBytes) => {
    const texts = given.map((row) => JSON.stringify(row));
    const files = {
      json: JSON.stringify({ other: ['x'], submissions: given }, null, 1),
      ndjson: texts.join('\n'),
    } as const;
    for (const [format, file] of Object.entries(files)) {
      const shape = { format: format as keyof typeof files, encoding: 'utf-8' } as const;
      const read = [];
      for await (const { rows } of readRows(piecesOf(file, pieceBytes), shape)) read.push(...rows);
      expect(read.map((row) => 'values' in row && JSON.stringify(row.values))).toEqual(texts);
    }
  });
  await fc.assert(property, cases());
});
