import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@inlet/local/config';

const version = '13.5.0';
const folder = join(projectRoot, `node_modules/.cache/inlet/lighthouse-${version}`);

/** The parts of Lighthouse that are used here. */
export type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error'; output: 'json' },
) => Promise<{ lhr: Report } | undefined>;

interface Report {
  readonly runtimeError?: unknown;
  readonly audits: Readonly<Record<string, { score: number | null; numericValue?: number }>>;
  readonly categories: Readonly<
    Record<string, { id: string; score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
}

/** Lighthouse weighs 146 MB and only this measurement needs it, so the first use installs it. */
export async function loadLighthouse(): Promise<Lighthouse> {
  // npm writes this file last.
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) install();
  const { default: lighthouse } = await import(
    pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href
  );
  return lighthouse;
}

function install(): void {
  console.log('Installing Lighthouse with npm');
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--loglevel=error', `lighthouse@${version}`];
  const { status, error } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('npm could not install Lighthouse', { cause: error });
}
