import type { Cell } from '#inbox/export/field-table.ts';

/**
 * Spreadsheets read a cell with such a start as a formula, even after spaces, and in Japanese with wide characters. If
 * a comma is the decimal separator, they split at `;` and at line breaks and treat our quotes as text, and pasted text
 * is split at tabs, so a visitor could start a cell anywhere: an apostrophe makes it text. A leading tab gets one too,
 * because some programs skip tabs. No space in the pattern is a separator, so no two matches read the same text, and
 * hostile text takes linear time.
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
