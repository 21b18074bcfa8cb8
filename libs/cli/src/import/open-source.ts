import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { detectShape, shapeBytes } from '@inlet/import/detect-shape';
import { FileError, type FileRow, type FileShape, isRefused } from '@inlet/import/file-shape';
import { readRows } from '@inlet/import/read-rows';
import { sampleRows } from '@inlet/import/suggest-mapping';
import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';

/** What is imported: a file, or the standard input. */
export interface Source {
  readonly name: string;
  readonly shape: FileShape;
  /** The first rows, which tell what the columns are. */
  readonly rows: readonly FileRow[];
  /** Null for the standard input, whose end is not known. */
  readonly bytes: number | null;
  /** All of its bytes. The standard input can be read once. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** The bytes that are read for the first rows, and kept for the import of a standard input. */
const sampleBytesMax = 8_000_000;

/** Opens a file, or the standard input for `-`, and reads its first rows. */
export async function openSource(path: string, input: AsyncIterable<Uint8Array> = process.stdin): Promise<Source> {
  const isInput = path === '-';
  const bytes = isInput ? null : await sizeOf(path);
  const peeked = peek(isInput ? input : createReadStream(path));
  try {
    const shape = await peeked.shape();
    const rows = await peeked.rows(shape);
    const read = isInput ? peeked.whole : () => createReadStream(path);
    if (!isInput) await peeked.close();
    return { name: isInput ? 'The standard input' : path, shape, rows, bytes, read };
  } catch (error) {
    await peeked.close();
    throw error instanceof FileError ? invalidFile(error) : error;
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    const isMissing = found.code === 'ENOENT';
    throw new CliError(isMissing ? `There is no file ${path}.` : `${path} cannot be read: ${found.message}.`, {
      next: 'Name the file that you exported, or - for the standard input.',
      code: isMissing ? 'file_not_found' : 'file_not_read',
      exitCode: exitCodes.notFound,
    });
  }
  return found.size;
}

/** Reads the start of a stream without losing it. */
function peek(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let size = 0;

  async function next(): Promise<Uint8Array | null> {
    const { done, value } = await iterator.next();
    return done ? null : value;
  }

  async function keepNext(): Promise<boolean> {
    const chunk = await next();
    if (!chunk) return false;
    kept.push(chunk);
    size += chunk.length;
    return true;
  }

  async function* start(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < kept.length || (await keepNext()); at += 1) yield kept[at] ?? new Uint8Array();
  }

  return {
    async shape(): Promise<FileShape> {
      while (size < shapeBytes && (await keepNext()));
      return detectShape(Buffer.concat(kept).subarray(0, shapeBytes));
    },
    async rows(shape: FileShape): Promise<FileRow[]> {
      const rows: FileRow[] = [];
      let fault = '';
      for await (const read of readRows(start(), shape)) {
        for (const row of read.rows) {
          if (!isRefused(row)) rows.push(row);
          else fault ||= ` Line ${row.line}: ${row.message}.`;
        }
        if (rows.length >= sampleRows || size > sampleBytesMax) break;
      }
      if (rows.length === 0) throw new FileError(`The file has no row that can be imported.${fault}`);
      return rows.slice(0, sampleRows);
    },
    async *whole(): AsyncGenerator<Uint8Array> {
      yield* kept;
      for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
    },
    close: async () => void (await iterator.return?.()),
  };
}

/** The file is at fault. The sentence of the error says what to do, if it can be mended. */
export function invalidFile({ message }: FileError): CliError {
  return new CliError(message.endsWith('.') ? message : `${message}.`, {
    next: 'Give a CSV, JSON or NDJSON file with one row for each submission.',
    code: 'invalid_file',
    exitCode: exitCodes.usage,
  });
}
