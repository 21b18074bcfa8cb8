import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '#cli-error.ts';
import { withLock } from '#connection/with-lock.ts';

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
    throw unusable(fileOf(folder), 'read', error);
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

/**
 * Changes the file of the keys. It is read once more under a lock, so that commands that run at once
 * lose nothing of each other. Only its owner can read it.
 */
export async function changeCredentials(
  folder: string,
  change: (credentials: Credentials) => Credentials,
): Promise<void> {
  const file = fileOf(folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await withLock(`${file}.lock`, async () => {
      const changed = change(await readCredentials(folder));
      const fresh = `${file}.${process.pid}`;
      await writeFile(fresh, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600 });
      await rename(fresh, file);
    });
  } catch (error) {
    throw unusable(file, 'written', error);
  }
}

function unusable(file: string, verb: 'read' | 'written', cause: unknown): Error {
  if (cause instanceof CliError) return cause;
  return new CliError(`The file ${file} cannot be ${verb}: ${(cause as Error).message}.`, {
    next: 'Correct the rights of the file and its folder, or set INLET_URL and INLET_TOKEN instead of `inlet login`.',
    code: 'credentials_file_unusable',
    cause,
  });
}
