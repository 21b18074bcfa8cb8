import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rebuildWhenChanged } from '#build/rebuild.ts';
import { projectRoot, webDir } from '#config/config.ts';
import { runNodeOrFail } from '#processes/run-program.ts';

const label = 'Building the web app';
const output = join(webDir, 'dist');

/** Builds the web app if its sources have changed. */
export function buildWeb(): Promise<void> {
  return rebuildWhenChanged({ label, sources: ['web', 'libs/contracts', 'package-lock.json'], output, build });
}

// Built in a separate folder and swapped: a gateway that serves the previous build never serves half of this one.
async function build(): Promise<void> {
  const fresh = join(projectRoot, `node_modules/.cache/inlet/web-${process.pid}`);
  const old = `${fresh}-old`;
  mkdirSync(dirname(fresh), { recursive: true });
  // A test may run the first build, and its mode would select React's development build for all.
  const env = { NODE_ENV: 'production' };
  await runNodeOrFail(label, [join(webDir, 'prerender/main.ts'), fresh], { cwd: webDir, env });
  if (existsSync(output)) renameSync(output, old);
  renameSync(fresh, output);
  rmSync(old, { recursive: true, force: true });
}
