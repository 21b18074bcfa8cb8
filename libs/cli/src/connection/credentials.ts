import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '#cli-error.ts';

/** What `inlet login` keeps of an installation. */
export interface Installation {
  /** Undefined after `inlet logout`. */
  readonly key?: string;
  /** Signs what `inlet listen` forwards. It stays the same, so the developer's program can keep it. */
  readonly listenSecret?: string;
}

export interface Credentials {
  /** The installation that commands use without `--url` and `INLET_URL`. */
  readonly current: string | null;
  readonly installations: Readonly<Record<string, Installation>>;
}

const none: Credentials = { current: null, installations: {} };
const fileOf = (folder: string) => join(folder, 'credentials.json');

export async function readCredentials(folder: string): Promise<Credentials> {
  const text = await readFile(fileOf(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return none;
  try {
    return { ...none, ...(JSON.parse(text) as Partial<Credentials>) };
  } catch (cause) {
    throw new CliError(`The file ${fileOf(folder)} is not valid JSON.`, {
      next: 'Delete the file and run `inlet login` again.',
      code: 'invalid_credentials_file',
      cause,
    });
  }
}

/** Replaces the file. Only its owner can read it. */
export async function writeCredentials(folder: string, credentials: Credentials): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = fileOf(folder);
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, file);
}
