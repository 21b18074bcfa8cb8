import { spawn } from 'node:child_process';

interface Guarded {
  /** Undefined for a process that could not be started. */
  readonly pid: number | undefined;
  /** Asks it to end. */
  readonly signal: NodeJS.Signals;
  /** Taken away once it has ended. */
  readonly folder?: string;
}

// The pipe closes when this process ends, in any way; a line in it says that the server was stopped properly. A server
// that was halted takes no signal before it goes on.
const script = `
  if read -r _; then exit 0; fi
  kill "-$1" "$2"
  kill -CONT "$2"
  left=20
  while kill -0 "$2" && [ "$left" -gt 0 ]; do left=$((left - 1)); sleep 0.5; done
  [ "$left" -gt 0 ] || kill -KILL "$2"
  [ -z "$3" ] || rm -rf "$3"
`;

/**
 * Sees to it that a process does not outlive this one, not even when this one is killed: a shell waits for that, and
 * asks the process to end. Returns how to dismiss the guard.
 */
export function guardServer({ pid, signal, folder = '' }: Guarded): () => void {
  if (pid === undefined) return () => undefined;
  const guard = spawn('sh', ['-c', script, 'sh', signal.replace('SIG', ''), String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  // A guard that is gone cannot be dismissed, and one that cannot be started guards nothing; both are no failure.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  return () => guard.stdin.end('stopped\n');
}
