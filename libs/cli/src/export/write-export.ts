import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CliError } from '#cli-error.ts';
import { brokenOff } from '#connection/api.ts';
import { exitCodes } from '#exit-codes.ts';
import { startProgress } from '#output/progress.ts';

export const fileTypes = {
  csv: { accept: 'text/csv', isText: true },
  ndjson: { accept: 'application/x-ndjson', isText: true },
  xlsx: { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', isText: false },
  zip: { accept: 'application/zip', isText: false },
} as const;

interface Destination {
  /** Undefined for the standard output. */
  readonly file: string | undefined;
  readonly isText: boolean;
  readonly isJson: boolean;
}

/** Refuses a destination that nobody can mean. */
export function checkOutput({ file, isText, isJson }: Destination): void {
  if (file !== undefined) return;
  if (!isText && process.stdout.isTTY) {
    throw new CliError('This format is not text, and a terminal cannot show it.', {
      next: 'Name a file with --output, or send the output to one with >.',
      code: 'binary_output',
      exitCode: exitCodes.usage,
    });
  }
  if (isJson) {
    throw new CliError('--json reports on a file, so it needs --output.', {
      next: 'Add --output FILE, or leave out --json for the submissions themselves: --format ndjson is JSON.',
      code: 'missing_output',
      exitCode: exitCodes.usage,
    });
  }
}

/** Writes an export as fast as it can be taken, and returns its bytes. */
export async function writeExport(response: Response, { file }: Pick<Destination, 'file'>): Promise<number> {
  const progress = startProgress();
  let bytes = 0;
  const counter = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      bytes += chunk.length;
      progress.show(`${megabytes(bytes)} received`);
      done(null, chunk);
    },
  });
  const source = Readable.from(piecesOf(response), { objectMode: false });
  try {
    if (file === undefined) await pipeline(source, counter, process.stdout, { end: false });
    else await writeFile(source, counter, file);
  } finally {
    progress.end();
  }
  return bytes;
}

async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (error) {
    throw brokenOff(error);
  }
}

/** A file under its final name is complete. */
async function writeFile(source: Readable, counter: Transform, file: string): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(source, counter, createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof CliError) throw error;
    throw unwritable(file, error as Error);
  }
}

function unwritable(file: string, cause: Error): CliError {
  return new CliError(`${file} cannot be written: ${cause.message}.`, {
    next: 'Name another file with --output.',
    code: 'file_not_written',
    exitCode: exitCodes.failed,
    cause,
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
