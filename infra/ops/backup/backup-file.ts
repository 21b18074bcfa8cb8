import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '@inlet/process/sync-folder';

export interface BackupWriter {
  readonly write: (line: unknown) => Promise<void>;
  /** The checksum of everything that has been written so far. */
  readonly sha256: () => string;
}

/** A backup contains addresses, submissions and password hashes, so only its owner may read it. */
const fileMode = 0o600;

/** Writes to a file beside the target, and renames it when it is complete and on disk. */
export async function writeBackupFile(path: string, fill: (writer: BackupWriter) => Promise<void>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(unfinished, { mode: fileMode, flush: true }));
  written.catch(() => undefined);
  const hash = createHash('sha256');
  try {
    await fill({
      write: async (line) => {
        const text = `${JSON.stringify(line)}\n`;
        hash.update(text);
        if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
      },
      sha256: () => hash.copy().digest('hex'),
    });
    gzip.end();
    await written;
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    gzip.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

export type BackupLines = ReturnType<typeof readBackupFile>;

/** The lines of a backup, one at a time, each with the checksum of all lines before it. */
export async function* readBackupFile(path: string) {
  const source = createReadStream(path);
  const plain = createGunzip();
  const read = pipeline(source, plain);
  read.catch(() => undefined);
  const hash = createHash('sha256');
  for await (const line of createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield { value: parse(line), sha256Before: hash.copy().digest('hex') };
    hash.update(`${line}\n`);
  }
  await read;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error('The backup is damaged: a line cannot be read');
  }
}
