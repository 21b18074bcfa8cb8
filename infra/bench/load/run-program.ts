import { spawn } from 'node:child_process';

/** Runs a load generator to its end and answers its output. */
export function runProgram(program: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
  let output = '';
  for (const source of [child.stdout, child.stderr]) {
    source.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ended with ${code}:\n${output.trim()}`));
    });
  });
}
