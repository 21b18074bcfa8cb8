import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOf, type Manifest } from '#budgets/manifest.ts';
import type { Route } from '#budgets/routes.ts';

export interface Weight {
  readonly path: string;
  readonly bytes: number;
  readonly limitBytes: number;
}

/**
 * Of a public page its scripts are counted, before anybody touches it and with one island; of the app's pages their
 * styles as well. All as they are sent, compressed.
 */
const limits = {
  app: { limitBytes: 180_000, counted: /\.(?:js|css)$/ },
  public: { limitBytes: 12_000, counted: /\.js$/ },
  island: { limitBytes: 100_000, counted: /\.js$/ },
  charts: { limitBytes: 6_000, counted: /\.js$/ },
} as const;

/** Loaded by every page before its own. */
const alwaysLoaded = ['before-paint.js'];

/** Weighs what the first visit of each route loads. */
export async function measureBudgets(dist: string, manifest: Manifest, routes: readonly Route[]): Promise<Weight[]> {
  const sizes = new Map<string, Promise<number>>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? readFile(join(dist, file)).then((content) => gzipSync(content).byteLength);
    sizes.set(file, size);
    return size;
  };
  return Promise.all(
    routes.map(async ({ path, kind, chunks, beyond }) => {
      const { limitBytes, counted } = limits[kind];
      const there = beyond ? [...alwaysLoaded, ...filesOf(manifest, beyond)] : [];
      const files = [...alwaysLoaded, ...filesOf(manifest, chunks)].filter(
        (file) => counted.test(file) && !there.includes(file),
      );
      const bytes = (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);
      return { path, bytes, limitBytes };
    }),
  );
}
