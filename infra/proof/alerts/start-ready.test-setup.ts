import { type ProcessSpec, startProcess } from '@inlet/local-servers/start-process';

/** Starts a process and waits until it can work; one that cannot is ended. */
export async function startReady(spec: ProcessSpec) {
  const started = startProcess(spec);
  await started.ready.catch(async (error: unknown) => {
    await started.stop();
    throw error;
  });
  return started;
}
