/** Aborts at the first signal to exit. A terminal's Ctrl-C arrives more than once, because npm forwards it too. */
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
