import { endProcess } from '@inlet/testing/process-identity';
import { isRunning } from '#data-dir.ts';
import { readRuntime, removeRuntime } from '#runtime-file.ts';
import { programFiles } from '#services.ts';

const END_TIMEOUT_MS = 15_000;

/** Ends the services of a start that was killed; its servers are ended by those who take their data over. */
export async function endLeftovers(dataDir: string, files: Readonly<Record<string, string>> = programFiles) {
  const pids = readRuntime(dataDir)?.pids ?? {};
  const ended = Object.entries(files).map(async ([name, file]) => {
    const pid = pids[name];
    if (pid && isRunning(pid, file)) await endProcess(pid, 'SIGTERM', END_TIMEOUT_MS);
  });
  await Promise.all(ended);
  removeRuntime(dataDir);
}
