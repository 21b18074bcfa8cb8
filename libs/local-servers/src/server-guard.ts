import { spawn } from 'node:child_process';

interface Guarded {
  /** Undefined for a process that could not be started. */
  readonly pid: number | undefined;
  /** The signal that ends it. */
  readonly signal: NodeJS.Signals;
  /** A folder that is removed after the process has ended. */
  readonly folder?: string;
}

// The pipe closes when this process ends for any reason; a line in it means that the server was stopped properly. A
// halted server handles no signal before it resumes.
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
 * Makes sure that a process does not outlive this one, even if this one is killed: a shell waits for that and ends the
 * process. Returns a function that dismisses the guard.
 */
export function guardServer({ pid, signal, folder = '' }: Guarded): () => void {
  if (pid === undefined) return () => undefined;
  const guard = spawn('sh', ['-c', script, 'sh', signal.replace('SIG', ''), String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  // Neither a guard that is already gone nor one that could not start is a failure.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  return () => guard.stdin.end('stopped\n');
}
