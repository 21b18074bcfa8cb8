import { type ProcessSpec, startProcess } from '@inlet/local-servers/start-process';

/** Starts a process and waits until it is ready; a process that fails is ended. */
export async function startReady(spec: ProcessSpec) {
  const started = startProcess(spec);
  await started.ready.catch(async (error: unknown) => {
    await started.stop();
    throw error;
  });
  return started;
}
