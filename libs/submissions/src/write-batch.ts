import type { SubmissionBatch } from '#batch.ts';
import { joinIds } from '#batch-ids.ts';

type Row = SubmissionBatch['rows'][number];

/** Characters from which a text is worth a way of its own. */
const longFrom = 256;
/** Most bytes that one character, as JavaScript counts them, becomes. */
const characterBytes = 3;

/**
 * A batch as the bytes of its JSON. Most of it is long text, which `JSON.stringify` would look at character by
 * character, and whose bytes Redis's client would then count three times over. Whoever has no more use for the bytes
 * gives them back.
 */
export function writeBatch({ rows, ...head }: SubmissionBatch): Buffer {
  const sheet = new Sheet();
  const ids = joinIds(rows.map(([id]) => id));
  sheet.put(`${JSON.stringify({ ...head, ids }).slice(0, -1)},"rows":[`);
  for (const [index, row] of rows.entries()) putRow(sheet, row, index === 0 ? '' : ',');
  sheet.put(']}');
  return sheet.bytes();
}

function putRow(sheet: Sheet, [, form, afterMs, origin, userAgent, json, extras]: Row, separator: string): void {
  sheet.put(`${separator}[${form},${afterMs},${origin},${userAgent},`);
  if (json.length >= longFrom && hasOnlyQuotesToEscape(json)) putQuoted(sheet, json);
  else sheet.put(JSON.stringify(json));
  sheet.put(extras === undefined ? ']' : `,${JSON.stringify(extras)}]`);
}

/** What else a text within a text would have to escape, JSON never has or has only as these. */
function hasOnlyQuotesToEscape(json: string): boolean {
  return !['\\', '\n', '\r', '\t'].some((escaped) => json.includes(escaped));
}

/** The machine's own search finds the quotes; what stands between them goes on the sheet as it is. */
function putQuoted(sheet: Sheet, json: string): void {
  sheet.put('"');
  let from = 0;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', from)) {
    sheet.put(json.slice(from, at));
    sheet.put('\\"');
    from = at + 1;
  }
  sheet.put(json.slice(from));
  sheet.put('"');
}

/** What the last batch was written on: fresh memory for each, of up to a megabyte, is dearer than the writing. */
let spare: Buffer | undefined;

/** Lets the next batch be written where one is that nobody reads any more. */
export function giveBack(bytes: Buffer): void {
  spare = Buffer.from(bytes.buffer);
}

/** Puts texts together as bytes: short ones gather until there is a long one, each long one is written by itself. */
class Sheet {
  #paper = spare ?? Buffer.allocUnsafeSlow(65_536);
  #gathered = '';
  #end = 0;

  constructor() {
    spare = undefined;
  }

  put(text: string): void {
    if (text.length < longFrom) {
      this.#gathered += text;
      return;
    }
    this.#write(this.#gathered);
    this.#gathered = '';
    this.#write(text);
  }

  bytes(): Buffer {
    this.#write(this.#gathered);
    return this.#paper.subarray(0, this.#end);
  }

  #write(text: string): void {
    const most = this.#end + text.length * characterBytes;
    if (most > this.#paper.length) {
      const larger = Buffer.allocUnsafeSlow(most * 2);
      this.#paper.copy(larger, 0, 0, this.#end);
      this.#paper = larger;
    }
    this.#end += this.#paper.write(text, this.#end);
  }
}
