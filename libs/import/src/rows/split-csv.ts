import { formatCount } from '@inlet/contracts/counts';
import { FileError, type ReadRow, type Separator } from '#file-shape.ts';
import { type RowSplitter, rowCharactersMax, tooLong } from '#rows/row-splitter.ts';

/** More columns than any export has; a submission has at most 200 fields. */
const columnsMax = 1_000;

/** Where the next character stands. */
type Place = 'start of cell' | 'plain cell' | 'quoted cell' | 'after quote' | 'after return';

interface Reading {
  readonly separator: Separator;
  /** Finds the end of a cell outside quotes. */
  readonly ends: RegExp;
  place: Place;
  /** The names in the first row; null before it is complete. */
  columns: readonly string[] | null;
  /** What was read of the current cell, and the cells of its row before it. */
  cell: string;
  cells: string[];
  /** The characters of the current row. */
  size: number;
  line: number;
  /** The line on which the current row begins. */
  startLine: number;
  /** The rows that are complete and not yet passed on. */
  found: ReadRow[];
}

/** Reads CSV as RFC 4180 describes it, in pieces. Empty cells are no values, and empty rows no rows. */
export function splitCsv(separator: Separator): RowSplitter {
  const reading: Reading = {
    ...{ separator, ends: endsOf(separator), place: 'start of cell', columns: null },
    ...{ cell: '', cells: [], size: 0, line: 1, startLine: 1, found: [] },
  };
  return {
    push(text) {
      for (let at = 0; at < text.length; ) at = read(reading, text, at);
      return takeFound(reading);
    },
    end() {
      if (reading.place === 'quoted cell') refuse(reading, 'A quotation mark opens here and is never closed');
      else endRow(reading);
      return takeFound(reading);
    },
  };
}

function endsOf(separator: Separator): RegExp {
  // safe because: it is one set of three characters
  return new RegExp(`[${separator === '\t' ? '\\t' : separator}\\r\\n]`, 'g');
}

/** Reads a part of a cell, or its end, and returns the position behind it. */
function read(reading: Reading, text: string, from: number): number {
  switch (reading.place) {
    case 'start of cell':
      if (text[from] !== '"') return readPlain(reading, text, from);
      reading.place = 'quoted cell';
      return from + 1;
    case 'plain cell':
      return readPlain(reading, text, from);
    case 'quoted cell':
      return readQuoted(reading, text, from);
    case 'after quote':
      return readAfterQuote(reading, text, from);
    case 'after return':
      reading.place = 'start of cell';
      return text[from] === '\n' ? from + 1 : from;
  }
}

function readPlain(reading: Reading, text: string, from: number): number {
  reading.ends.lastIndex = from;
  const end = reading.ends.exec(text)?.index ?? text.length;
  if (end > from) append(reading, text.slice(from, end));
  reading.place = 'plain cell';
  if (end === text.length) return end;
  if (text[end] === reading.separator) endCell(reading);
  else endRow(reading);
  reading.place = text[end] === '\r' ? 'after return' : 'start of cell';
  return end + 1;
}

/** Reads to the next quotation mark. */
function readQuoted(reading: Reading, text: string, from: number): number {
  const quote = text.indexOf('"', from);
  const end = quote === -1 ? text.length : quote;
  const part = text.slice(from, end);
  for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) reading.line += 1;
  append(reading, part);
  if (quote === -1) return end;
  reading.place = 'after quote';
  return quote + 1;
}

/** Two quotation marks stand for one; a single one ends the quotation. */
function readAfterQuote(reading: Reading, text: string, from: number): number {
  if (text[from] !== '"') {
    reading.place = 'plain cell';
    return from;
  }
  append(reading, '"');
  reading.place = 'quoted cell';
  return from + 1;
}

/** Adds to the current cell. What is beyond the limit of a row is skipped, so that memory stays bounded. */
function append(reading: Reading, text: string): void {
  reading.size += text.length;
  if (!isTooLong(reading)) reading.cell += text;
}

function endCell(reading: Reading): void {
  if (!isTooLong(reading)) reading.cells.push(reading.cell);
  reading.cell = '';
  reading.size += 1;
  if (reading.columns === null && reading.cells.length > columnsMax) {
    throw new FileError(`The file has more than ${columnsMax} columns. Is the separator right?`);
  }
}

function endRow(reading: Reading): void {
  const wasTooLong = isTooLong(reading);
  endCell(reading);
  if (wasTooLong) refuseLong(reading);
  else if (reading.cells.some(isFilled)) takeRow(reading);
  reading.cells = [];
  reading.size = 0;
  reading.line += 1;
  reading.startLine = reading.line;
}

/** The first row names the columns, and every other one is a row of the file. */
function takeRow(reading: Reading): void {
  const { columns, cells, startLine, found } = reading;
  if (columns === null) reading.columns = nameColumns(cells);
  else if (cells.slice(columns.length).some(isFilled)) {
    refuse(reading, `This row has ${formatCount(cells.length, 'value')} for ${formatCount(columns.length, 'column')}`);
  } else {
    const named = columns.map((name, index) => [name, cells[index] ?? ''] as const);
    found.push({ line: startLine, values: Object.fromEntries(named.filter(([, text]) => isFilled(text))) });
  }
}

function takeFound(reading: Reading): ReadRow[] {
  const { found } = reading;
  reading.found = [];
  return found;
}

function refuseLong({ columns, startLine, found }: Reading): void {
  if (columns === null) throw new FileError('The first line is longer than 1 MB, so it has no columns');
  found.push(tooLong(startLine));
}

function refuse({ startLine, found }: Reading, message: string): void {
  found.push({ line: startLine, code: 'invalid_line', message });
}

function isTooLong({ size }: Reading): boolean {
  return size > rowCharactersMax;
}

function isFilled(text: string): boolean {
  return text !== '';
}

/** Columns that share a name, or have none, get one of their own. */
function nameColumns(cells: readonly string[]): string[] {
  const taken = new Set<string>();
  return cells.map((cell, index) => {
    const wanted = cell.trim() || `Column ${index + 1}`;
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted} (${number})`;
    taken.add(name);
    return name;
  });
}
