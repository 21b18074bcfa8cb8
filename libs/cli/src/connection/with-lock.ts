import { rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pauseFor } from 'node:timers/promises';

const lookEveryMs = 20;
/** A command holds a lock for some milliseconds. An older one was left by a command that somebody ended meanwhile. */
const staleMs = 5_000;

/** Runs something while no other command does the same: a file says that it runs. */
export async function withLock<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  while (!(await take(path))) await pauseFor(lookEveryMs);
  try {
    return await run();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = await stat(path).catch(() => null);
  if (found && Math.abs(Date.now() - found.mtimeMs) > staleMs) await rm(path, { force: true });
  return false;
}
