import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { appRoutes, partRoutes, publicPage, publicRoute, type Route } from '#budgets/routes.ts';

/** Vite's manifest of its build: each chunk by its source file, or by its own name. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isDynamicEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

/**
 * A public page is charged for its scripts, before any interaction and with one island; a page of the app also for its
 * styles. All sizes are as sent, compressed.
 */
const limits = {
  app: { limitBytes: 185_000, counted: /\.(?:js|css)$/ },
  public: { limitBytes: 12_000, counted: /\.js$/ },
  island: { limitBytes: 100_000, counted: /\.js$/ },
  charts: { limitBytes: 6_200, counted: /\.js$/ },
} as const;

/** Every page loads these before its own. */
const alwaysLoaded = ['before-paint.js'];

/**
 * Compares the build with the limits of a first visit: a problem is a route that is too heavy, or a page without a
 * budget.
 */
export async function checkBudgets(dist: string) {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')));
  const routes = [...appRoutes, ...partRoutes, ...(await publicRoutes(dist))];
  const weights = await weigh(dist, manifest, routes);
  const heavy = weights.filter(({ bytes, limitBytes }) => bytes > limitBytes);
  return {
    lines: weights.map(
      ({ path, bytes, limitBytes }) => `${path.padEnd(28)} ${kB(bytes).padStart(6)} kB of ${kB(limitBytes)}`,
    ),
    problems: [
      ...heavy.map(
        ({ path, bytes, limitBytes }) => `${path} weighs ${kB(bytes)} kB; it may weigh ${kB(limitBytes)} kB`,
      ),
      ...unweighed(manifest, routes).map(
        (name) => `${name} is a chunk that infra/local/budgets/routes.ts does not weigh`,
      ),
    ],
    passed: weights.length - heavy.length,
  };
}

async function publicRoutes(dist: string): Promise<Route[]> {
  const files = await readdir(join(dist, 'pages'), { recursive: true });
  return files
    .filter((file) => file.endsWith('.html'))
    .toSorted()
    .map(publicRoute);
}

/** The files that the first visit of each route loads. */
function weigh(dist: string, manifest: Manifest, routes: readonly Route[]) {
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? readFile(join(dist, file)).then(sentBytes);
    sizes.set(file, size);
    return size;
  };
  return Promise.all(
    routes.map(async ({ path, kind, chunks, beyond }) => {
      const { limitBytes, counted } = limits[kind];
      const there = beyond ? filesOf(manifest, beyond) : new Set<string>();
      const files = [...filesOf(manifest, chunks)].filter((file) => counted.test(file) && !there.has(file));
      const bytes = (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);
      return { path, bytes, limitBytes };
    }),
  );
}

/**
 * The files that a browser loads for these chunks: the chunks, and their static imports, without the files that are
 * always loaded.
 */
function filesOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const seen = new Set(names);
  const files = new Set(alwaysLoaded);
  // Iterating over a set includes entries that are added meanwhile.
  for (const name of seen) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk ${name}`);
    for (const file of [chunk.file, ...chunk.css]) files.add(file);
    for (const imported of chunk.imports) seen.add(imported);
  }
  return files;
}

/** Pages and islands that the table does not list. */
function unweighed(manifest: Manifest, routes: readonly Route[]): string[] {
  const weighed = new Set(routes.flatMap(({ chunks }) => chunks));
  const isPage = (name: string) => /^src\/routes\/.+-(?:page|layout)\.tsx$/.test(name);
  const pages = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && isPage(name));
  return [...pages, ...(manifest[publicPage]?.dynamicImports ?? [])].filter((name) => !weighed.has(name));
}

/** Compressed as the build does. */
function sentBytes(content: Buffer): number {
  return gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).byteLength;
}

function kB(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}
