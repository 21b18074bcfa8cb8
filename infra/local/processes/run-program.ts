import { spawn } from 'node:child_process';
import { projectRoot } from '#config/config.ts';

type Options = {
  cwd?: string;
  env?: Record<string, string>;
  /** Keeps the output instead of showing it. */
  isQuiet?: boolean;
  signal?: AbortSignal;
};

/** Runs a program under Node to its end. */
export function runNode(args: readonly string[], options: Options = {}): Promise<{ code: number; output: string }> {
  const { cwd = projectRoot, env, isQuiet = false, signal } = options;
  const stdio = isQuiet ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...env },
    ...(signal && { signal }),
  });
  let output = '';
  for (const source of [child.stdout, child.stderr]) {
    source?.on('data', (chunk) => {
      output += chunk;
    });
  }
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (failure ? reject(failure) : resolve({ code: code ?? 1, output })));
  });
}

/** Runs a program without output, for a step that all later steps need. */
export async function runNodeOrFail(what: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { code, output } = await runNode(args, { ...options, isQuiet: true });
  if (code !== 0) throw new Error(`${what} failed:\n${output.trim()}`);
  return output;
}
