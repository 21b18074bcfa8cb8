/** Aborts at the first signal to leave. A terminal's Ctrl-C arrives more than once, as npm hands it on too. */
export function createLeaveSignal(): AbortSignal {
  const leave = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (leave.signal.aborted) return;
      console.log('\nStopping');
      leave.abort();
    });
  }
  return leave.signal;
}
