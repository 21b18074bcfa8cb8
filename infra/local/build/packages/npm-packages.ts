/** A package that npm gets. Its version is its own, because a release of Inlet may leave it as it is. */
export interface NpmPackage {
  readonly name: string;
  readonly folder: string;
  /** The module that others import or run, in the folder of sources. */
  readonly entry: string;
  /** What it is built to, in `dist`. */
  readonly output: string;
  /** Further modules that others import, for pages that need them: each is built by itself, under its own name. */
  readonly parts?: readonly string[];
  readonly platform: 'browser' | 'node';
  /** The largest size of the output in bytes, compressed by brotli. */
  readonly limitBytes?: number;
}

export const npmPackages: readonly NpmPackage[] = [
  {
    name: '@inlet/client',
    folder: 'libs/client',
    entry: 'client.ts',
    output: 'client.js',
    platform: 'browser',
    parts: ['draft', 'progress'],
    limitBytes: 2_000,
  },
  {
    name: '@inlet/react',
    folder: 'libs/react',
    entry: 'use-inlet.ts',
    output: 'use-inlet.js',
    platform: 'browser',
    limitBytes: 2_600,
  },
  { name: '@inlet/cli', folder: 'libs/cli', entry: 'main.ts', output: 'main.mjs', platform: 'node' },
];
