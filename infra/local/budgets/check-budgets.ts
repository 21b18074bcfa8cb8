import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, readManifest } from '#budgets/manifest.ts';
import { measureBudgets, type Weight } from '#budgets/measure-budgets.ts';
import { appRoutes, chartRoutes, islandRoutes, publicPage, publicRoute, type Route } from '#budgets/routes.ts';

export interface BudgetReport {
  readonly lines: readonly string[];
  /** One for each route that is too heavy, and for each page that nobody weighs. */
  readonly problems: readonly string[];
  readonly passed: number;
}

/** Holds what was built against what a first visit may weigh. */
export async function checkBudgets(dist: string): Promise<BudgetReport> {
  const manifest = await readManifest(dist);
  const routes = [...appRoutes, ...chartRoutes, ...islandRoutes, ...(await publicRoutes(dist))];
  const weights = await measureBudgets(dist, manifest, routes);
  const heavy = weights.filter(({ bytes, limitBytes }) => bytes > limitBytes);
  return {
    lines: weights.map(line),
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

/** Pages and islands that came after the table was written. */
function unweighed(manifest: Manifest, routes: readonly Route[]): string[] {
  const weighed = new Set(routes.flatMap(({ chunks }) => chunks));
  const isPage = (name: string) => /^src\/routes\/.+-(?:page|layout)\.tsx$/.test(name);
  const pages = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && isPage(name));
  return [...pages, ...(manifest[publicPage]?.dynamicImports ?? [])].filter((name) => !weighed.has(name));
}

function line({ path, bytes, limitBytes }: Weight): string {
  return `${path.padEnd(28)} ${kB(bytes).padStart(6)} kB of ${kB(limitBytes)}`;
}

function kB(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}
