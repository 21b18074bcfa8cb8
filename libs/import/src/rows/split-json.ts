import { FileError, type ReadRow } from '#file-shape.ts';
import { parseObject } from '#rows/parse-object.ts';
import { type RowSplitter, rowCharactersMax, tooLong } from '#rows/row-splitter.ts';

const interesting = /["{}[\]]/g;

/**
 * Reads the objects of a JSON list: the whole file, or a member of its only object, such as `submissions`. The `line`
 * of a row is its number in the list.
 */
export function splitJson(): RowSplitter {
  /** The open brackets. */
  let open = '';
  let [isInText, isEscaped, isTooLong, hasList] = [false, false, false, false];
  /** The object that is being read; null between objects. */
  let row: string | null = null;
  let number = 0;
  let found: ReadRow[] = [];

  function append(text: string): void {
    if (row === null || isTooLong) return;
    isTooLong = row.length + text.length > rowCharactersMax;
    row = isTooLong ? '' : row + text;
  }

  function close(): void {
    open = open.slice(0, -1);
    if (row === null || !isList(open)) return;
    found.push(isTooLong ? tooLong(number) : parseObject(row, number));
    [row, isTooLong] = [null, false];
  }

  /** Reads to the next bracket or quotation mark, and returns the position behind it. */
  function read(text: string, from: number): number {
    if (isInText) return readText(text, from);
    interesting.lastIndex = from;
    const at = interesting.exec(text)?.index ?? text.length;
    const mark = text[at];
    append(text.slice(from, at));
    if (mark === undefined) return at;
    if (mark === '{' && row === null && isList(open)) {
      row = '';
      number += 1;
      hasList = true;
    }
    append(mark);
    if (mark === '"') isInText = true;
    else if (mark === '{' || mark === '[') open += mark;
    else close();
    if (open.length > depthMax) throw new FileError('The JSON is nested too deep');
    return at + 1;
  }

  function readText(text: string, from: number): number {
    let at = from;
    if (isEscaped) {
      at += 1;
      isEscaped = false;
    }
    for (; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    // An escape at the end of a piece concerns the first character of the next one.
    isEscaped = at > text.length;
    const end = Math.min(at + 1, text.length);
    if (at < text.length) isInText = false;
    append(text.slice(from, end));
    return end;
  }

  return {
    push(text) {
      for (let at = 0; at < text.length; ) at = read(text, at);
      const rows = found;
      found = [];
      return rows;
    },
    end() {
      if (open !== '' || isInText) throw new FileError('The JSON ends before it is complete');
      if (!hasList) throw new FileError('The JSON has no list of submissions');
      return [];
    },
  };
}

/** A row may be nested as deep as it likes; the server refuses what is too deep. This bounds memory alone. */
const depthMax = 10_000;

/** True inside the list of the file, or a list that is a member of its object. */
function isList(open: string): boolean {
  return open === '[' || open === '{[';
}
