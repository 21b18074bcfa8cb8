import type { Cell } from '#inbox/export/field-table.ts';

/**
 * A spreadsheet reads a cell that begins so as a formula, also after spaces, and in Japanese by wide signs. Where a
 * comma is the decimal sign it splits at `;` and at line breaks and takes our quotes for text, and a text that is pasted
 * is split at tabs, so a visitor could begin a cell anywhere: an apostrophe makes a text of it. A cell that begins with a
 * tab has one too, for some programs skip tabs. No space in the pattern is a separator, so no two matches read the same
 * text, and a hostile one takes linear time.
 */
const formula = /(?<=^|[;\t\r\n])(?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])|^(?=\t)/g;
const mark = /[",;\t\r\n]|^ | $/;
const number = /^-?\d{1,15}(?:\.\d{1,9})?$/;

/** Cells as a line of CSV. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join()}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof cell === 'number') return String(cell);
  if (number.test(cell)) return cell;
  const text = cell.replace(formula, "'");
  return mark.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
