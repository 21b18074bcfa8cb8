import { FileError, type FileShape, type ReadRow } from '#file-shape.ts';
import type { RowSplitter } from '#rows/row-splitter.ts';
import { splitCsv } from '#rows/split-csv.ts';
import { splitJson } from '#rows/split-json.ts';
import { splitNdjson } from '#rows/split-ndjson.ts';

/** Some rows of a file, in its order. */
export interface RowsRead {
  readonly rows: readonly ReadRow[];
  /** Bytes of the file that are read so far. */
  readonly bytesRead: number;
}

export type FileBytes = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** Characters that are read in one go: some milliseconds, so that a page stays responsive between two. */
const sliceMax = 64 * 1_024;

/**
 * Reads the rows of a file piece by piece, in bounded memory. A row that can't be read has a `code`; a file that can't
 * be read throws a `FileError`.
 */
export async function* readRows(bytes: FileBytes, shape: FileShape): AsyncGenerator<RowsRead> {
  const decoder = new TextDecoder(shape.encoding, { fatal: true });
  const splitter = splitterOf(shape);
  let bytesRead = 0;
  for await (const chunk of piecesOf(bytes)) {
    const text = decode(decoder, chunk);
    bytesRead += chunk.length;
    yield { rows: splitter.push(text), bytesRead };
  }
  yield { rows: [...splitter.push(decode(decoder)), ...splitter.end()], bytesRead };
}

function splitterOf(shape: FileShape): RowSplitter {
  if (shape.format === 'csv') return splitCsv(shape.separator);
  return shape.format === 'json' ? splitJson() : splitNdjson();
}

async function* piecesOf(bytes: FileBytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of Symbol.asyncIterator in bytes ? bytes : chunksOf(bytes)) {
    for (let at = 0; at < chunk.length; at += sliceMax) yield chunk.subarray(at, at + sliceMax);
  }
}

/** Not every browser can iterate a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new FileError(`The file is not valid text in ${decoder.encoding}. Save it as UTF-8 and try again.`);
  }
}
