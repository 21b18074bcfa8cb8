import { FileError, type ReadRow, type Separator } from '#file-shape.ts';
import { type RowSplitter, rowCharactersMax, tooLong } from '#rows/row-splitter.ts';

/** More columns than any export has; a submission has at most 200 fields. */
const columnsMax = 1_000;

type Place = 'start of cell' | 'plain cell' | 'quoted cell' | 'after quote';

/** Reads CSV as RFC 4180 describes it, in pieces. Empty cells are no values, and empty rows no rows. */
export function splitCsv(separator: Separator): RowSplitter {
  // safe because: it is one set of three characters
  const ends = new RegExp(`[${separator === '\t' ? '\\t' : separator}\\r\\n]`, 'g');
  let columns: readonly string[] | null = null;
  let place: Place = 'start of cell';
  let [cell, cells]: [string, string[]] = ['', []];
  let [size, line, startLine] = [0, 1, 1];
  let [isTooLong, sawReturn] = [false, false];
  let found: ReadRow[] = [];

  function append(text: string): void {
    size += text.length;
    if (size > rowCharactersMax) {
      isTooLong = true;
      [cell, cells] = ['', []];
    } else cell += text;
  }

  function endCell(): void {
    size += 1;
    if (!isTooLong) cells.push(cell);
    if (columns === null && cells.length > columnsMax) {
      throw new FileError(`The file has more than ${columnsMax} columns. Is the separator right?`);
    }
    cell = '';
    place = 'start of cell';
  }

  function endRow(): void {
    endCell();
    if (isTooLong && columns === null) throw new FileError('The first line is longer than 1 MB, so it has no columns');
    if (isTooLong) found.push(tooLong(startLine));
    else if (cells.some((text) => text !== '')) takeRow();
    cells = [];
    [size, isTooLong] = [0, false];
  }

  function takeRow(): void {
    if (columns === null) {
      columns = nameColumns(cells);
      return;
    }
    if (cells.slice(columns.length).some((text) => text !== '')) {
      const message = `This row has ${cells.length} values for ${columns.length} columns`;
      found.push({ line: startLine, code: 'invalid_line', message });
      return;
    }
    const named = columns.map((name, index) => [name, cells[index] ?? ''] as const);
    found.push({ line: startLine, values: Object.fromEntries(named.filter(([, text]) => text !== '')) });
  }

  /** Reads from a position in quotes, and returns the position after the closing quote or the end of the piece. */
  function readQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    const end = quote === -1 ? text.length : quote;
    const part = text.slice(from, end);
    for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) line += 1;
    append(part);
    if (quote === -1) return end;
    place = 'after quote';
    return quote + 1;
  }

  /** Reads from a position outside quotes to the next end of a cell or row. */
  function readPlain(text: string, from: number): number {
    if (place === 'start of cell' && text[from] === '"') {
      place = 'quoted cell';
      return from + 1;
    }
    ends.lastIndex = from;
    const end = ends.exec(text)?.index ?? text.length;
    if (end > from) {
      append(text.slice(from, end));
      place = 'plain cell';
    }
    if (end === text.length) return end;
    if (text[end] === separator) endCell();
    else {
      sawReturn = text[end] === '\r';
      line += 1;
      endRow();
      startLine = line;
    }
    return end + 1;
  }

  function read(text: string, from: number): number {
    if (sawReturn) {
      sawReturn = false;
      if (text[from] === '\n') return from + 1;
    }
    if (place === 'quoted cell') return readQuoted(text, from);
    if (place === 'after quote') {
      const isQuote = text[from] === '"';
      place = isQuote ? 'quoted cell' : 'plain cell';
      if (isQuote) append('"');
      return isQuote ? from + 1 : from;
    }
    return readPlain(text, from);
  }

  function taken(): ReadRow[] {
    const rows = found;
    found = [];
    return rows;
  }

  return {
    push(text) {
      for (let at = 0; at < text.length; ) at = read(text, at);
      return taken();
    },
    end() {
      if (place === 'quoted cell') {
        const message = 'A quotation mark opens here and is never closed';
        found.push({ line: startLine, code: 'invalid_line', message });
      } else if (place !== 'start of cell' || cells.length > 0) endRow();
      return taken();
    },
  };
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
