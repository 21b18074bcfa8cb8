import type { ReadRow } from '#file-shape.ts';
import { parseObject } from '#rows/parse-object.ts';
import { type RowSplitter, rowCharactersMax, tooLong } from '#rows/row-splitter.ts';

/** Reads one JSON object a line. Empty lines are skipped. */
export function splitNdjson(): RowSplitter {
  let [rest, line, isTooLong] = ['', 1, false];

  function endLine(found: ReadRow[]): void {
    if (isTooLong) found.push(tooLong(line));
    else if (rest.trim() !== '') found.push(parseObject(rest, line));
    [rest, isTooLong] = ['', false];
    line += 1;
  }

  function append(text: string): void {
    if (rest.length + text.length > rowCharactersMax) {
      isTooLong = true;
      rest = '';
    }
    if (!isTooLong) rest += text;
  }

  return {
    push(text) {
      const found: ReadRow[] = [];
      let from = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
        append(text.slice(from, end));
        endLine(found);
        from = end + 1;
      }
      append(text.slice(from));
      return found;
    },
    end() {
      const found: ReadRow[] = [];
      endLine(found);
      return found;
    },
  };
}
