import type { Closers } from '#processes/closers.ts';
import { openLog } from '#processes/log-file.ts';
import { type ServiceProcess, type ServiceSpec, superviseService } from '#processes/service-process.ts';

type Options = {
  dataDir: string;
  say: (line: string) => void;
  signal: AbortSignal;
  onStarted: (name: string, pid: number) => void;
  closers: Closers;
};

/** Starts every service, waits until all are ready, and notes for closing how they stop: one after another. */
export async function startServices(specs: readonly ServiceSpec[], options: Options): Promise<void> {
  const services = specs.map((spec) => start(spec, options));
  // They are listed in the order in which they can begin, so they stop from the last to the first.
  for (const { stop } of services) options.closers.add(stop);
  const aborted = new Promise<never>((_, reject) => {
    options.signal.addEventListener('abort', () => reject(options.signal.reason), { once: true });
  });
  await Promise.race([Promise.all(services.map(({ ready }) => ready)), aborted]);
}

function start(spec: ServiceSpec, { dataDir, say, onStarted, closers }: Options): ServiceProcess {
  const { stream } = openLog(dataDir, spec.name);
  closers.add(() => new Promise<void>((resolve) => stream.end(resolve)));
  return superviseService(spec, { log: stream, say, onStarted: (pid) => onStarted(spec.name, pid) });
}
