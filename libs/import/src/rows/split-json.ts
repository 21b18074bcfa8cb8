import { FileError, type ReadRow } from '#file-shape.ts';
import { parseObject } from '#rows/parse-object.ts';
import { type RowSplitter, rowCharactersMax, tooLong } from '#rows/row-splitter.ts';

/** A row may be nested as deep as it likes; the server refuses what is too deep. This bounds memory alone. */
const depthMax = 10_000;
const interesting = /["{}[\]]/g;

interface Reading {
  /** The brackets that are open. */
  open: string;
  isInText: boolean;
  /** True if the next character is escaped. */
  isEscaped: boolean;
  /** The object that is being read; null between objects. */
  row: string | null;
  isTooLong: boolean;
  /** How many objects have begun. */
  count: number;
  /** The rows that are complete and not yet passed on. */
  found: ReadRow[];
}

/**
 * Reads the objects of a JSON list: the whole file, or a member of its only object, such as `submissions`. The `line`
 * of a row is its number in the list.
 */
export function splitJson(): RowSplitter {
  const reading: Reading = {
    ...{ open: '', isInText: false, isEscaped: false },
    ...{ row: null, isTooLong: false, count: 0, found: [] },
  };
  return {
    push(text) {
      for (let at = 0; at < text.length; ) {
        at = reading.isInText ? readText(reading, text, at) : readToMark(reading, text, at);
      }
      const { found } = reading;
      reading.found = [];
      return found;
    },
    end() {
      if (reading.open !== '' || reading.isInText) throw new FileError('The JSON ends before it is complete');
      if (reading.count === 0) throw new FileError('The JSON has no list of submissions');
      return [];
    },
  };
}

/** Reads to the next bracket or quotation mark, and returns the position behind it. */
function readToMark(reading: Reading, text: string, from: number): number {
  interesting.lastIndex = from;
  const at = interesting.exec(text)?.index ?? text.length;
  append(reading, text.slice(from, at));
  const mark = text[at];
  if (mark !== undefined) takeMark(reading, mark);
  return at + 1;
}

function takeMark(reading: Reading, mark: string): void {
  if (mark === '{' && reading.row === null && isInList(reading)) beginRow(reading);
  append(reading, mark);
  if (mark === '"') reading.isInText = true;
  else if (mark === '{' || mark === '[') openBracket(reading, mark);
  else closeBracket(reading);
}

/** Reads to the end of a text or of the piece, and returns the position behind it. */
function readText(reading: Reading, text: string, from: number): number {
  let at = reading.isEscaped ? from + 1 : from;
  for (; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
  // An escape at the end of a piece concerns the first character of the next one.
  reading.isEscaped = at > text.length;
  reading.isInText = at >= text.length;
  const end = Math.min(at + 1, text.length);
  append(reading, text.slice(from, end));
  return end;
}

function openBracket(reading: Reading, mark: string): void {
  reading.open += mark;
  if (reading.open.length > depthMax) throw new FileError('The JSON is nested too deep');
}

function closeBracket(reading: Reading): void {
  reading.open = reading.open.slice(0, -1);
  if (isInList(reading)) endRow(reading);
}

function beginRow(reading: Reading): void {
  reading.row = '';
  reading.isTooLong = false;
  reading.count += 1;
}

/** Adds to the current row. A row beyond the limit is skipped, so that memory stays bounded. */
function append(reading: Reading, text: string): void {
  const { row, isTooLong } = reading;
  if (row === null || isTooLong) return;
  reading.isTooLong = row.length + text.length > rowCharactersMax;
  reading.row = reading.isTooLong ? '' : row + text;
}

function endRow(reading: Reading): void {
  const { row, isTooLong, count, found } = reading;
  if (row === null) return;
  found.push(isTooLong ? tooLong(count) : parseObject(row, count));
  reading.row = null;
}

/** True inside the list of the file, or a list that is a member of its object. */
function isInList({ open }: Reading): boolean {
  return open === '[' || open === '{[';
}
