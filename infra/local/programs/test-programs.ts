import { canInstallPackages, installDebianPackages, stopPackagedService } from '@inlet/local-servers/debian-package';
import { findProgram } from '@inlet/local-servers/find-program';
import { redisPrograms, sentinelPrograms } from '@inlet/local-servers/redis-binary';
import { withProgress } from '#install/progress.mjs';
import { chromiumPrograms, installChromium } from '#programs/chromium.ts';
import { findPhp } from '#programs/php.ts';

/** A program that tests run and that npm has no package for. */
interface TestProgram {
  readonly packages: readonly [string, ...string[]];
  /** The parts of `npm test` that need it. */
  readonly parts: readonly string[];
  readonly isHere: (path: string) => boolean;
  /** A server that the package may start, and that the tests do not use. */
  readonly service?: string;
  readonly install?: () => Promise<void>;
}

const has =
  (...programs: string[]) =>
  (path: string) =>
    findProgram(programs, path) !== undefined;

const testPrograms: readonly TestProgram[] = [
  {
    packages: ['redis-server'],
    parts: ['integration', 'browser'],
    isHere: has(...redisPrograms),
    service: 'redis-server',
  },
  {
    packages: ['redis-sentinel'],
    parts: ['integration'],
    isHere: has(...sentinelPrograms),
    service: 'redis-sentinel',
  },
  {
    packages: ['prometheus'],
    parts: ['integration'],
    isHere: (path) => has('prometheus')(path) && has('promtool')(path),
    service: 'prometheus',
  },
  {
    packages: ['prometheus-alertmanager'],
    parts: ['integration'],
    isHere: has('prometheus-alertmanager'),
    service: 'prometheus-alertmanager',
  },
  {
    packages: ['caddy'],
    parts: ['integration'],
    isHere: has('caddy'),
    service: 'caddy',
  },
  {
    packages: ['nginx'],
    parts: ['integration'],
    // Debian installs it outside the path of an ordinary user.
    isHere: (path) => has('nginx')(`${path}:/usr/sbin`),
    service: 'nginx',
  },
  {
    packages: ['pgbouncer'],
    parts: ['integration'],
    // Debian keeps it where the path of a plain user does not lead.
    isHere: (path) => has('pgbouncer')(`${path}:/usr/sbin`),
    service: 'pgbouncer',
  },
  {
    packages: ['shellcheck'],
    parts: ['integration'],
    isHere: has('shellcheck'),
  },
  {
    packages: ['php-cli', 'php-curl'],
    parts: ['integration', 'browser'],
    isHere: (path) => findPhp(path) !== undefined,
  },
  {
    // The commands of the documentation run exactly as written.
    packages: ['curl'],
    parts: ['browser'],
    isHere: has('curl'),
  },
  {
    packages: ['chromium'],
    parts: ['browser'],
    isHere: has(...chromiumPrograms),
    install: installChromium,
  },
];

/**
 * Installs what the named parts of the tests need before the first of them runs: a test that waited for apt-get would
 * depend on its duration.
 */
export async function installTestPrograms(parts: readonly string[], path: string): Promise<void> {
  const missing = testPrograms.filter((program) => isNeeded(program, parts) && !program.isHere(path));
  if (missing.length === 0) return;
  const names = missing.flatMap(({ packages }) => packages);
  if (!canInstallPackages(path)) {
    throw new Error(
      `The tests need programs that are missing (Debian, Ubuntu: sudo apt-get install ${names.join(' ')})`,
    );
  }
  await withProgress(`Installing ${names.join(', ')} with apt-get`, () => install(missing));
  const absent = missing.filter((program) => !program.isHere(path)).flatMap(({ packages }) => packages);
  if (absent.length > 0) throw new Error(`apt-get installed ${absent.join(', ')}, but the programs are not on PATH`);
}

function isNeeded({ parts }: TestProgram, wanted: readonly string[]): boolean {
  return parts.some((part) => wanted.includes(part));
}

async function install(programs: readonly TestProgram[]): Promise<void> {
  const plain = programs.filter(({ install: own }) => own === undefined).flatMap(({ packages }) => packages);
  if (plain.length > 0) await installDebianPackages(...plain);
  for (const { install: own, service } of programs) {
    await own?.();
    if (service) await stopPackagedService(service);
  }
}
