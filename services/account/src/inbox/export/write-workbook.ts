import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import type { Cell } from '#inbox/export/field-table.ts';
import { type AddEntry, streamZip } from '#inbox/files/stream-zip.ts';

/** Excel's limit of rows in a sheet, including the head. */
const sheetRowsMax = 1_048_576;
/** Excel's limit of characters in a cell. It reports a file with a longer one as damaged. */
const cellMax = 32_767;
/** The fastest level, as for all exports. */
const compressionLevel = 1;
/** Days from Excel's epoch to the Unix epoch. */
const unixEpochDays = 25_569;
const dayMs = 86_400_000;

type Pages = AsyncIterator<readonly (readonly Cell[])[]>;

/**
 * An Excel workbook with one sheet, or more if the rows fill it, in chunks of bytes: a zip archive of XML. Cells are
 * texts, numbers and times, never formulas.
 */
export async function* writeWorkbook(head: readonly string[], pages: Pages): AsyncGenerator<Buffer> {
  try {
    yield* streamZip((add, zip) => fill(add, zip, head, pages));
  } finally {
    await pages.return?.();
  }
}

/** Writes one sheet after the other: their number is only known at the end. */
async function fill(add: AddEntry, zip: ZipFile, head: readonly string[], pages: Pages): Promise<void> {
  let sheets = 0;
  const rest = { rows: [] as readonly (readonly Cell[])[], isDone: false };
  do {
    sheets += 1;
    const sheet = Readable.from(writeSheet(head, pages, rest), { objectMode: false });
    await add(sheet, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel });
  } while (!rest.isDone);
  for (const [name, text] of Object.entries(partsOf(sheets))) zip.addBuffer(Buffer.from(text), name);
}

/** The XML of a sheet, page by page, until the sheet is full or no rows are left. */
async function* writeSheet(
  head: readonly string[],
  pages: Pages,
  rest: { rows: readonly (readonly Cell[])[]; isDone: boolean },
): AsyncGenerator<string> {
  const columns = head.map((_name, index) => columnName(index));
  yield sheetHead + rowXml(1, head, columns, headStyle);
  let rows = 1;
  while (rows < sheetRowsMax) {
    if (rest.rows.length === 0) {
      const { value, done } = await pages.next();
      if (done) {
        rest.isDone = true;
        break;
      }
      rest.rows = value;
    }
    const fitting = rest.rows.slice(0, sheetRowsMax - rows);
    rest.rows = rest.rows.slice(fitting.length);
    let xml = '';
    for (const cells of fitting) {
      rows += 1;
      xml += rowXml(rows, cells, columns);
    }
    yield xml;
  }
  yield '</sheetData></worksheet>';
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The first row stays in view. */
const sheetHead = `${xmlHead}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="22" defaultRowHeight="15"/><sheetData>`;
/** Indexes in the list of styles. */
const [headStyle, timeStyle] = [1, 2];
const styles = `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** The other parts of a workbook with this many sheets. */
function partsOf(sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${types}.${type}+xml"/>`;
  const sheetOf = (n: number) => `<sheet name="Submissions${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`;
  return {
    'xl/workbook.xml': `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers.map(sheetOf).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xmlHead}<Relationships xmlns="${packageRelations}">${numbers.map((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': styles,
    '_rels/.rels': `${xmlHead}<Relationships xmlns="${packageRelations}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${numbers.map((n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
  };
}

/** Each row and cell has its reference, because some programs do not count them. An empty cell is omitted. */
function rowXml(row: number, cells: readonly Cell[], columns: readonly string[], style?: number): string {
  let xml = `<row r="${row}">`;
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? '';
    if (cell !== '') xml += `<c r="${columns[index]}${row}"${cellXml(cell, style)}</c>`;
  }
  return `${xml}</row>`;
}

/** Excel trims a text without this attribute. It takes a third of the bytes of a short cell, so other cells omit it. */
const keptSpace = ' xml:space="preserve"';

/** The XML after the reference of a cell. */
function cellXml(cell: Cell, style?: number): string {
  if (cell instanceof Date) return ` s="${timeStyle}"><v>${cell.getTime() / dayMs + unixEpochDays}</v>`;
  if (typeof cell === 'number') return `><v>${cell}</v>`;
  const text = escapeXml(cut(cell));
  const of = style === undefined ? '' : ` s="${style}"`;
  const space = text.trim() === text ? '' : keptSpace;
  return `${of} t="inlineStr"><is><t${space}>${text}</t></is>`;
}

/** A, B, and so on to Z, then AA. */
function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function cut(text: string): string {
  if (text.length <= cellMax) return text;
  const beginning = text.slice(0, cellMax - 1);
  return `${beginning.isWellFormed() ? beginning : beginning.slice(0, -1)}…`;
}

const special = /[&<>\r]|_(?=x[\dA-Fa-f]{4}_)/g;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '', _: '_x005F_' };
/** Characters that XML cannot contain, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const unfit = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Excel reads `_x0041_` as the letter A, unless its underscore is escaped in the same way. */
function escapeXml(text: string): string {
  return text.replace(unfit, '').replace(special, (character) => escapes[character] ?? '');
}
