import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram } from '#find-program.ts';

// Another apt process may be running, such as that of a start beside a test run.
const APT_LOCK_SECONDS = 300;
// Packages with a server start it when installed; at this run level Debian's scripts do not.
const QUIET_INSTALL = ['DEBIAN_FRONTEND=noninteractive', 'RUNLEVEL=1'];

/** True if `installDebianPackages` can work: on Debian, Ubuntu or a derivative, as root. */
export function canInstallPackages(path: string): boolean {
  return process.getuid?.() === 0 && findProgram(['apt-get'], path) !== undefined;
}

/** Installs packages of the distribution. It refreshes the package lists only if they are too old. */
export async function installDebianPackages(...names: string[]): Promise<void> {
  const install = ['install', '-y', '--no-install-recommends', ...names];
  if ((await aptGet(install)).code === 0) return;
  await aptGet(['update']);
  const second = await aptGet(install);
  if (second.code !== 0) throw new Error(`apt-get could not install ${names.join(', ')}: ${second.lastLine}`);
}

interface Wanted {
  readonly path: string;
  /** The error if it is missing and cannot be installed. */
  readonly missing: string;
  readonly install: () => Promise<void>;
}

/** Returns what a search finds, and installs it first if it is missing and this machine allows it. */
export async function findOrInstall<Found>(find: () => Found | undefined, wanted: Wanted): Promise<Found> {
  const found = find();
  if (found) return found;
  if (!canInstallPackages(wanted.path)) throw new Error(wanted.missing);
  await wanted.install();
  const installed = find();
  if (!installed) throw new Error(wanted.missing);
  return installed;
}

function aptGet(args: string[]): Promise<{ code: number | null; lastLine: string }> {
  return new Promise((resolve, reject) => {
    const aptGetCommand = ['apt-get', '-q', '-o', `DPkg::Lock::Timeout=${APT_LOCK_SECONDS}`, ...args];
    const child = spawn('env', [...QUIET_INSTALL, ...aptGetCommand], { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, lastLine: errors.trim().split('\n').at(-1) ?? '' }));
  });
}

/** Stops the system's own copy, which a package may have started and would start at each boot: ours is private. */
export async function stopPackagedService(name: string): Promise<void> {
  if (!existsSync('/run/systemd/system')) return;
  await new Promise((resolve) => {
    const child = spawn('systemctl', ['disable', '--now', '--quiet', name], { stdio: 'ignore' });
    child.once('error', resolve);
    child.once('close', resolve);
  });
}
