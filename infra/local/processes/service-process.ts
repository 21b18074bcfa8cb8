import type { Writable } from 'node:stream';
import { type ProcessSpec, startProcess } from '@inlet/local-servers/start-process';
import { openLog } from '#processes/log-file.ts';
import { lineForTerminal } from '#processes/log-line.ts';
import { supervise } from '#processes/supervise.ts';

export type ServiceSpec = Required<ProcessSpec> & { readonly ready: string };
export type ServiceProcess = ReturnType<typeof superviseService>;

interface Surveillance {
  readonly log?: Writable;
  readonly say?: (line: string) => void;
  readonly onStarted: (pid: number) => void;
  readonly stopTimeoutMs?: number;
}

/** Runs a service in a separate process group, so that a terminal's Ctrl-C only reaches the supervisor. */
export function superviseService(spec: ServiceSpec, surveillance: Surveillance) {
  const { log, say = console.log, onStarted, stopTimeoutMs = 15_000 } = surveillance;
  const onLine = (line: string) => {
    log?.write(`${line}\n`);
    const shown = lineForTerminal(spec.name, line);
    if (shown) say(shown);
  };
  const start = async () => startProcess(spec, { onLine, stopTimeoutMs, detached: true });
  const { ready, stop } = supervise(spec.name, start, { say, onStarted });
  const explained = ready.catch((error: Error) => {
    throw new Error(`${error.message}; see its lines above and in its log`);
  });
  return { ready: explained, stop };
}

type Options = {
  dataDir: string;
  signal: AbortSignal;
  onStarted: (name: string, pid: number) => void;
  parts: AsyncDisposableStack;
};

/** Starts every service, waits until all are ready, and registers how they stop: one after the other. */
export async function startServices(specs: readonly ServiceSpec[], options: Options): Promise<void> {
  const { dataDir, signal, onStarted, parts } = options;
  const services = specs.map((spec) => {
    const log = openLog(dataDir, spec.name);
    parts.defer(() => new Promise<void>((resolve) => log.end(resolve)));
    return superviseService(spec, { log, onStarted: (pid) => onStarted(spec.name, pid) });
  });
  // They are listed in start order, so they stop from the last to the first.
  for (const { stop } of services) parts.defer(stop);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([Promise.all(services.map(({ ready }) => ready)), aborted]);
}
