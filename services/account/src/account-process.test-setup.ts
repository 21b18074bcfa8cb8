import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startServiceProcess } from '@inlet/testing/service-process';

export interface AccountProcess {
  readonly url: string;
  /** The peak growth of its memory during some work, in megabytes. */
  readonly growthOf: (work: () => Promise<unknown>) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Runs the account service as a separate process, with nothing of the test in its memory. */
export async function startAccountProcess(env: Readonly<Record<string, string>>): Promise<AccountProcess> {
  const account = await startServiceProcess({ program: fileURLToPath(import.meta.resolve('#main.ts')), env });
  const proc = `/proc/${account.pid}`;

  async function megabytes(name: 'VmRSS' | 'VmHWM'): Promise<number> {
    const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(await readFile(`${proc}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1_024;
  }

  return {
    url: account.url,
    growthOf: async (work) => {
      const before = await megabytes('VmRSS');
      // This resets the peak.
      await writeFile(`${proc}/clear_refs`, '5');
      await work();
      return (await megabytes('VmHWM')) - before;
    },
    stop: async () => void (await account.stop()),
  };
}
