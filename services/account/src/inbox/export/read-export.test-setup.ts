import { expect } from 'vitest';

/** The cells of a file as a spreadsheet reads them: quotes only count at the start of a cell. */
export function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < file.length; index += 1) {
    const letter = file[index] ?? '';
    if (isQuoted && letter === '"' && file[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (letter === separator || letter === '\r' || letter === '\n')) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

/**
 * The rows of a sheet by their numbers and references: texts, and numbers as numbers, each row as wide as the head.
 * Fails for a row or a cell without a reference, or out of order.
 */
export function rowsOf(sheet = ''): (string | number)[][] {
  const rows = [...sheet.matchAll(/<row([^>]*)>(.*?)<\/row>/gs)].map(([, attributes, row = ''], index) => {
    expect(attributes).toBe(` r="${index + 1}"`);
    const cells: (string | number)[] = [];
    for (const [, own = '', cell = ''] of row.matchAll(/<c([^>]*)>(.*?)<\/c>/gs)) {
      const [, letters = '', number] = /^ r="([A-Z]+)(\d+)"/.exec(own) ?? [];
      expect(Number(number)).toBe(index + 1);
      const column = columnOf(letters);
      expect(column).toBeGreaterThanOrEqual(cells.length);
      while (cells.length < column) cells.push('');
      const value = /^<v>(.*)<\/v>$/.exec(cell)?.[1];
      cells.push(value === undefined ? unescaped(/<t[^>]*>(.*)<\/t>/s.exec(cell)?.[1] ?? '') : Number(value));
    }
    return cells;
  });
  const width = rows[0]?.length ?? 0;
  return rows.map((cells) => [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')]);
}

/** Letters are digits from 1 to 26. */
const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
