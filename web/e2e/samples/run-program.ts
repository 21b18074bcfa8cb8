import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Ends the program as soon as it has printed this. */
  readonly until?: string;
}

/** Without these options curl does not report a refusal. */
const tellOfRefusals = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

export function runShell(code: string, options: RunOptions): Promise<Outcome> {
  return run('/bin/bash', ['-c', tellOfRefusals + code], options);
}

const cli = resolve(import.meta.dirname, '../../../libs/cli/bin/inlet.mjs');

/** Runs commands of `inlet` until one fails. */
export function runCli(code: string, options: RunOptions): Promise<Outcome> {
  return run('/bin/bash', ['-ec', `inlet() { node '${cli}' "$@"; }\n${code}`], options);
}

export function runNode(code: string, options: RunOptions): Promise<Outcome> {
  return run(process.execPath, ['--input-type=module', '-e', code], options);
}

export function runPhp(php: string, code: string, options: RunOptions): Promise<Outcome> {
  return run(php, ['-r', code.replace(/^<\?php/, '')], options);
}

/** Checks a component like a new Next.js project. Its folder is below the packages that it imports. */
export function checkTypes(file: string, options: RunOptions): Promise<Outcome> {
  const compiler = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
  const flags = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--jsx', 'react-jsx'];
  const target = ['--target', 'es2017', '--lib', 'esnext,dom,dom.iterable', '--module', 'esnext'];
  return run(process.execPath, [compiler, ...flags, ...target, '--moduleResolution', 'bundler', file], options);
}

async function run(program: string, args: readonly string[], { env, cwd, until }: RunOptions): Promise<Outcome> {
  const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  // A separate process group, so that the children of a shell end with it.
  const child = spawn(program, args, { cwd, env: { ...env, PATH: path }, detached: true });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
    if (until !== undefined && said.includes(until) && child.pid) process.kill(-child.pid);
  });
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [errors, exitCode] = await Promise.all([text(child.stderr), code]);
  return { code: exitCode, output: said, errors };
}
