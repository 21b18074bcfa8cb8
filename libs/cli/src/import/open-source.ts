import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { detectShape, shapeBytes } from '@inlet/import/detect-shape';
import { FileError, type FileRow, type FileShape } from '@inlet/import/file-shape';
import { firstRows } from '@inlet/import/first-rows';
import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';

/** What is imported: a file, or a stream such as the standard input. */
export interface Source {
  readonly name: string;
  readonly shape: FileShape;
  /** The first rows, which tell what the columns are. */
  readonly rows: readonly FileRow[];
  /** Null for a stream, whose end is not known. */
  readonly bytes: number | null;
  /** All of its bytes. A stream can be read once. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** Opens a file, or a stream, which is the standard input for `-`, and reads its first rows. */
export async function openSource(path: string, input: AsyncIterable<Uint8Array> = process.stdin): Promise<Source> {
  const isInput = path === '-';
  const bytes = isInput ? null : await sizeOf(path);
  const peeked = peek(isInput ? input : bytesOf(path));
  try {
    const shape = await peeked.shape();
    const rows = await peeked.rows(shape);
    // A file is opened anew for each reading. A pipe would lose what was read for its first rows.
    const read = bytes === null ? peeked.whole : () => bytesOf(path);
    if (bytes !== null) await peeked.close();
    return { name: isInput ? 'The standard input' : path, shape, rows, bytes, read };
  } catch (error) {
    await peeked.close();
    throw error instanceof FileError ? invalidFile(error) : error;
  }
}

/** The size of a file; null for a pipe or a device. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: Error) => {
    throw notRead(path, error);
  });
  if (found.isDirectory()) {
    throw new CliError(`${path} is a folder.`, {
      next: 'Name the file in it that you exported.',
      ...{ code: 'file_not_read', exitCode: exitCodes.usage },
    });
  }
  return found.isFile() ? found.size : null;
}

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw notRead(path, error as Error);
  }
}

/** What to do about a file that the system does not give. */
export function notRead(path: string, error: NodeJS.ErrnoException): CliError {
  const { code, message } = error;
  if (code === 'ENOENT') {
    return new CliError(`There is no file ${path}.`, {
      next: 'Name the file that you exported, or - for the standard input.',
      ...{ code: 'file_not_found', exitCode: exitCodes.notFound },
    });
  }
  const isForbidden = code === 'EACCES' || code === 'EPERM';
  return new CliError(isForbidden ? `You have no right to read ${path}.` : `${path} cannot be read: ${message}.`, {
    next: isForbidden
      ? 'Change its permissions, or copy the file to a folder of yours.'
      : 'Open the file with another program to see if it is sound, or export it again.',
    ...{ code: 'file_not_read', cause: error },
  });
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
    rows: (shape: FileShape) => firstRows(start(), shape),
    async *whole(): AsyncGenerator<Uint8Array> {
      yield* kept;
      for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
    },
    close: async () => void (await iterator.return?.()),
  };
}

/** The error for a file that is at fault. Its sentence says what to do, if the file can be corrected. */
export function invalidFile({ message }: FileError): CliError {
  return new CliError(message.endsWith('.') ? message : `${message}.`, {
    next: 'Give a CSV, JSON or NDJSON file with one row for each submission.',
    code: 'invalid_file',
    exitCode: exitCodes.usage,
  });
}
