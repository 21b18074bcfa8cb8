import type { Writable } from 'node:stream';
import { type ProcessSpec, startProcess } from '@inlet/testing/start-process';
import { lineForTerminal } from '#processes/log-line.ts';
import { type Supervised, supervise } from '#processes/supervise.ts';

export type ServiceSpec = Required<ProcessSpec> & { readonly ready: string };

interface Surveillance {
  readonly log?: Writable;
  readonly say: (line: string) => void;
  readonly onStarted: (pid: number) => void;
  readonly stopTimeoutMs?: number;
}

export type ServiceProcess = Supervised & { readonly name: string };

/** Runs a service, in a process group of its own so that a terminal's Ctrl-C reaches the supervisor alone. */
export function superviseService(spec: ServiceSpec, surveillance: Surveillance): ServiceProcess {
  const { log, say, onStarted, stopTimeoutMs = 15_000 } = surveillance;
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
  return { name: spec.name, ready: explained, stop };
}
