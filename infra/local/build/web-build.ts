import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rebuildWhenChanged } from '#build/rebuild.ts';
import { projectRoot, webDir } from '#config/config.ts';
import { runNodeOrFail } from '#processes/run-program.ts';

const label = 'Building the web app';
const output = join(webDir, 'dist');

/** Builds the web app when its sources have changed since. */
export function buildWeb(): Promise<void> {
  return rebuildWhenChanged({ label, sources: ['web', 'libs/contracts', 'package-lock.json'], output, build });
}

// Built beside and swapped in: a gateway that serves the last build meanwhile never serves half of this one.
async function build(): Promise<void> {
  const fresh = join(projectRoot, `node_modules/.cache/inlet/web-${process.pid}`);
  const old = `${fresh}-old`;
  mkdirSync(dirname(fresh), { recursive: true });
  // The first build may be a test's, whose mode would put React's development build into the result for all.
  const env = { NODE_ENV: 'production' };
  await runNodeOrFail(label, [join(webDir, 'prerender/main.ts'), fresh], { cwd: webDir, env });
  if (existsSync(output)) renameSync(output, old);
  renameSync(fresh, output);
  rmSync(old, { recursive: true, force: true });
}
