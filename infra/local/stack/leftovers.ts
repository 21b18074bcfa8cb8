import { endProcess } from '@inlet/testing/process-identity';
import { readRuntime, removeRuntime } from '#files/runtime-file.ts';
import { isRunning } from '#stack/data-dir.ts';
import { programFiles } from '#stack/services.ts';

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
