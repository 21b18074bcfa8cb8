import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix, relative, sep } from 'node:path';
import { projectRoot } from '#config/config.ts';
import { runNodeOrFail } from '#processes/run-program.ts';

const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
const flags = [
  ...[
    '--ignoreConfig',
    '--declaration',
    '--emitDeclarationOnly',
    '--strict',
    '--skipLibCheck',
    '--verbatimModuleSyntax',
  ],
  ...['--exactOptionalPropertyTypes', '--allowImportingTsExtensions', '--module', 'nodenext', '--target', 'es2022'],
  ...['--lib', 'es2024,dom,dom.iterable', '--jsx', 'react-jsx', '--types', ''],
];

// safe because: it reads declarations that the compiler wrote
const specifier = /(\bfrom\s+|\bimport\s*\(\s*|^import\s+)(['"])([^'"\n]+)\2/gm;

/** The sources that packages share. */
const shared: Readonly<Record<string, string>> = {
  '@inlet/client/source': 'client/src/client.ts',
  '@inlet/client/source/progress': 'client/src/progress.ts',
};

interface Declarations {
  /** The folder of all sources that may be part of them. */
  readonly root: string;
  readonly entries: readonly string[];
}

/**
 * The declarations of a package's modules and of our own modules that they mention, by their path in `dist`. The compiler keeps
 * imports as they are written, so those of our own modules become relative ones, which lead to files that npm gets.
 */
export async function writeDeclarations({ root, entries }: Declarations): Promise<Map<string, string>> {
  const outDir = await mkdtemp(join(tmpdir(), 'inlet-declarations-'));
  try {
    const modules = new Set([...entries, ...(await findShared(root))]);
    await runNodeOrFail('Writing the declarations', [
      compiler,
      ...flags,
      '--rootDir',
      root,
      '--outDir',
      outDir,
      ...modules,
    ]);
    return await collect(
      outDir,
      entries.map((entry) => relative(root, entry).split(sep).join('/')),
    );
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Every module of the packages with shared sources. The compiler finds them by node_modules too, and then it writes the
 * declarations of those alone that it is given.
 */
async function findShared(root: string): Promise<string[]> {
  const folders = new Set(Object.values(shared).map((module) => join(root, sourcesOf(packageOf(module)))));
  const found = [...folders]
    .filter((folder) => existsSync(folder))
    .map(async (folder) => {
      const files = await readdir(folder, { recursive: true });
      return files.filter((file) => /(?<!\.test|\.test-setup)\.tsx?$/.test(file)).map((file) => join(folder, file));
    });
  return (await Promise.all(found)).flat();
}

async function collect(outDir: string, entries: readonly string[]): Promise<Map<string, string>> {
  const own = packageOf(entries[0] ?? '');
  /** Its own modules stand where the bundle does, and those of another package in a folder of its name. */
  const placeOf = (module: string) => {
    const within = declarationOf(module.slice(sourcesOf(packageOf(module)).length));
    return packageOf(module) === own ? within : `${packageOf(module)}/${within}`;
  };
  const files = new Map<string, string>();
  const modules = new Set(entries);
  // Iterating over a set includes entries that are added meanwhile.
  for (const module of modules) {
    const text = await readFile(join(outDir, declarationOf(module)), 'utf8');
    const place = placeOf(module);
    const rewritten = text.replaceAll(specifier, (whole, before: string, quote: string, id: string) => {
      const target = moduleOf(id, module);
      if (target === null) return whole;
      modules.add(target);
      const path = posix.relative(posix.dirname(place), placeOf(target)).replace(/\.d\.ts$/, '.js');
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
    files.set(place, rewritten);
  }
  return files;
}

const packageOf = (module: string) => module.split('/', 1)[0] ?? '';
const sourcesOf = (name: string) => `${name}/src/`;
const declarationOf = (module: string) => module.replace(/\.tsx?$/, '.d.ts');

/** The source that an import of our own names; null for a package of others. */
function moduleOf(id: string, importer: string): string | null {
  if (id.startsWith('#')) return `${sourcesOf(packageOf(importer))}${id.slice(1)}`;
  if (id.startsWith('.')) return posix.join(dirname(importer), id);
  const known = shared[id];
  if (known !== undefined) return known;
  if (id.startsWith('@inlet/')) throw new Error(`The declarations of ${importer} name ${id}, which npm does not get`);
  return null;
}
