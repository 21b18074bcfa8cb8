export interface Stopping {
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/** A signal that is aborted when a person or the system ends the command. The second Ctrl-C ends it at once. */
export function untilStopped(): Stopping {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, stop);
  return { signal: stopped.signal, stop };
}
