import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@inlet/testing/free-port';
import { waitUntil } from '@inlet/testing/wait-until';

export interface AccountProcess {
  readonly url: string;
  /** Megabytes that its memory grew by while some work was done, at the highest point. */
  readonly growthOf: (work: () => Promise<unknown>) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** The account service as a process of its own, with nothing of the test's in its memory. */
export async function startAccountProcess(env: Readonly<Record<string, string>>): Promise<AccountProcess> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [main], { env: { ...env, HOST: '127.0.0.1', PORT: port }, stdio: 'ignore' });
  const exited = once(child, 'exit');
  const proc = `/proc/${child.pid}`;

  async function megabytes(name: 'VmRSS' | 'VmHWM'): Promise<number> {
    const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(await readFile(`${proc}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1_024;
  }

  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil(isReady, { timeoutMs: 20_000, what: 'account to be ready' });
  return {
    url,
    growthOf: async (work) => {
      const before = await megabytes('VmRSS');
      // Forgets the highest point so far.
      await writeFile(`${proc}/clear_refs`, '5');
      await work();
      return (await megabytes('VmHWM')) - before;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
