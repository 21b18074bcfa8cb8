import { spawn } from 'node:child_process';

type Guarded = { pid: number; signal: 'QUIT' | 'TERM'; folder: string };

// The pipe closes when this process ends, in any way; a line in it says that the server was stopped properly.
const script = `
  if read -r _; then exit 0; fi
  kill "-$1" "$2"
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$2" && sleep 0.5; done
  rm -rf "$3"
`;

/**
 * Sees to it that a server does not outlive this process, not even when that is killed: a shell waits for its end,
 * ends the server then, and takes its folder away. Answers how to dismiss the guard.
 */
export function guardServer({ pid, signal, folder }: Guarded): () => void {
  const guard = spawn('sh', ['-c', script, 'sh', signal, String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  // A guard that is gone cannot be dismissed; that is no failure of the tests.
  guard.stdin.on('error', () => {});
  return () => guard.stdin.end('stopped\n');
}
