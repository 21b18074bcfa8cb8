import type { SubmissionBatch } from '#batch.ts';
import { joinIds } from '#batch-ids.ts';

type Row = SubmissionBatch['rows'][number];

/** Texts of this length or more are written by themselves. */
const longFrom = 256;
/** Most bytes that one character, as JavaScript counts them, becomes. */
const characterBytes = 3;

/**
 * A batch as the bytes of its JSON. Most of it is long text, which `JSON.stringify` would scan character by character,
 * and whose bytes Redis's client would then count three times. `releaseBuffer` makes the bytes free for the next batch.
 */
export function writeBatch({ rows, ...head }: SubmissionBatch): Buffer {
  const writer = new BatchWriter();
  const ids = joinIds(rows.map(([id]) => id));
  writer.put(`${JSON.stringify({ ...head, ids }).slice(0, -1)},"rows":[`);
  for (const [index, row] of rows.entries()) putRow(writer, row, index === 0 ? '' : ',');
  writer.put(']}');
  return writer.bytes();
}

function putRow(writer: BatchWriter, [, form, afterMs, origin, userAgent, json, extras]: Row, separator: string): void {
  writer.put(`${separator}[${form},${afterMs},${origin},${userAgent},`);
  if (json.length >= longFrom && hasOnlyQuotesToEscape(json)) putQuoted(writer, json);
  else writer.put(JSON.stringify(json));
  writer.put(extras === undefined ? ']' : `,${JSON.stringify(extras)}]`);
}

/** Nothing else in JSON has to be escaped within a string. */
function hasOnlyQuotesToEscape(json: string): boolean {
  return !['\\', '\n', '\r', '\t'].some((escaped) => json.includes(escaped));
}

/** `indexOf` finds the quotes; the text between them is written as it is. */
function putQuoted(writer: BatchWriter, json: string): void {
  writer.put('"');
  let from = 0;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', from)) {
    writer.put(json.slice(from, at));
    writer.put('\\"');
    from = at + 1;
  }
  writer.put(json.slice(from));
  writer.put('"');
}

/** The buffer of the last batch, for the next one: to allocate up to a megabyte costs more than to write it. */
let spare: Buffer | undefined;

/** Gives the buffer of a batch back. Nobody may read the bytes any more. */
export function releaseBuffer(bytes: Buffer): void {
  spare = Buffer.from(bytes.buffer);
}

/** Joins texts as bytes: short ones are collected until a long one comes, which is written by itself. */
class BatchWriter {
  #buffer = spare ?? Buffer.allocUnsafeSlow(65_536);
  #pending = '';
  #end = 0;

  constructor() {
    spare = undefined;
  }

  put(text: string): void {
    if (text.length < longFrom) {
      this.#pending += text;
      return;
    }
    this.#write(this.#pending);
    this.#pending = '';
    this.#write(text);
  }

  bytes(): Buffer {
    this.#write(this.#pending);
    return this.#buffer.subarray(0, this.#end);
  }

  #write(text: string): void {
    const most = this.#end + text.length * characterBytes;
    if (most > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(most * 2);
      this.#buffer.copy(larger, 0, 0, this.#end);
      this.#buffer = larger;
    }
    this.#end += this.#buffer.write(text, this.#end);
  }
}
