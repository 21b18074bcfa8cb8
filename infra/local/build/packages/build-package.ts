import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { bundle } from '#build/packages/bundle.ts';
import { writeDeclarations } from '#build/packages/declarations.ts';
import type { NpmPackage } from '#build/packages/npm-packages.ts';
import { withProcessLock } from '#install/process-lock.mjs';

interface Manifest {
  readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Builds what npm gets of these packages into their folders `dist`, one process at a time. */
export async function buildPackages(root: string, packages: readonly NpmPackage[]): Promise<void> {
  await withProcessLock(join(root, '.data/packages.lock'), () =>
    Promise.all(packages.map((one) => buildPackage(root, one))),
  );
}

async function buildPackage(root: string, { folder, entry, output, parts = [], platform }: NpmPackage): Promise<void> {
  const home = join(root, folder);
  const sources = join(home, 'src');
  const modules = [[entry, output] as const, ...parts.map((part) => [`${part}.ts`, `${part}.js`] as const)];
  const manifest: Manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const external = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const bundles = modules.map(([source, built]) =>
    bundle({
      input: join(sources, source),
      platform,
      external,
      output: {
        ...{ format: 'esm', sourcemap: true, comments: { annotation: false }, dir: join(home, 'dist') },
        ...{ entryFileNames: built, chunkFileNames: `[name]-[hash:8]${extname(output)}` },
      },
    }),
  );
  const entries = modules.map(([source]) => join(sources, source));
  const [declarations, ...bundled] = await Promise.all([
    hasTypes(manifest) ? writeDeclarations({ root: dirname(home), entries }) : new Map<string, string>(),
    ...bundles,
  ]);
  const contents = new Map<string, string | Uint8Array>(declarations);
  for (const file of bundled.flatMap(({ files }) => files)) {
    contents.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
  }
  const packages = [...new Set(bundled.flatMap((one) => one.packages))];
  if (packages.length > 0) contents.set('licences.txt', await licencesOf(packages));
  const fresh = join(root, 'node_modules/.cache/inlet', `${folder}-${process.pid}`);
  await replaceFolder(join(home, 'dist'), fresh, contents);
}

function hasTypes({ exports = {} }: Manifest): boolean {
  return Object.values(exports).some((target) => typeof target === 'object' && target.types !== undefined);
}

const licenceFile = /^licen[cs]e(?:\.|$)/i;

/** The licences of bundled packages, which ask for their text in every copy. */
async function licencesOf(folders: readonly string[]): Promise<string> {
  const parts = folders.map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => licenceFile.test(entry));
    if (file === undefined) throw new Error(`${folder} has no file with its licence: do not bundle it`);
    return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
  });
  return (await Promise.all(parts)).join('\n---\n\n');
}

/** Another program may read the folder: it finds one build or the other, and never half of one. */
async function replaceFolder(
  folder: string,
  fresh: string,
  contents: ReadonlyMap<string, string | Uint8Array>,
): Promise<void> {
  const old = `${fresh}-old`;
  try {
    for (const [path, content] of contents) {
      await mkdir(dirname(join(fresh, path)), { recursive: true });
      await writeFile(join(fresh, path), content);
    }
    await rename(folder, old).catch(ignoreMissing);
    await rename(fresh, folder);
  } finally {
    await Promise.all([fresh, old].map((path) => rm(path, { recursive: true, force: true })));
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
