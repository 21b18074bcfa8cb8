import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkBudgets } from '#budgets/check-budgets.ts';
import { appRoutes, partRoutes, publicRoute } from '#budgets/routes.ts';

let dist: string;
const pages = ['index.html', 'pricing.html', 'docs.html', 'docs/spam.html'];
const chunks = [...new Set([...appRoutes, ...partRoutes, ...pages.map(publicRoute)].flatMap((route) => route.chunks))];

beforeEach(async () => {
  dist = await createDisposableFolder();
  await write('before-paint.js', 10);
  for (const page of pages) await write(join('pages', page), 10);
});

describe('the budgets', () => {
  it('hold where every page is light', async () => {
    const { problems, passed, lines } = await check({});
    expect(problems).toEqual([]);
    expect(passed).toBe(appRoutes.length + partRoutes.length + pages.length);
    expect(lines.find((line) => line.startsWith('/docs/spam '))).toMatch(/ 0\.\d kB of 12\.0$/);
  });

  it('name the route that is too heavy, with its weight and its budget', async () => {
    const { problems } = await check({ 'src/routes/app/forms-page.tsx': { bytes: 186_000 } });
    expect(problems).toEqual([expect.stringMatching(/^\/forms weighs 18\d\.\d kB; it may weigh 185\.0 kB$/)]);
  });

  it('count what a page imports, and what that imports, once', async () => {
    const { lines, problems } = await check({
      'public.html': { bytes: 1_000, imports: ['_big.js', '_middle.js'] },
      '_middle.js': { bytes: 1_000, imports: ['_big.js'] },
      '_big.js': { bytes: 6_000, imports: ['_middle.js'] },
    });
    expect(problems).toEqual([]);
    expect(lines.find((line) => line.startsWith('/pricing'))).toMatch(/ 8\.\d kB/);
  });

  it('count the styles of the app’s pages, and not those of public ones', async () => {
    const { problems } = await check({
      'index.html': { bytes: 10, cssBytes: 186_000 },
      'public.html': { bytes: 10, cssBytes: 186_000 },
    });
    expect(problems).toHaveLength(appRoutes.length + 1);
    expect(problems.some((problem) => problem.startsWith('/pricing weighs'))).toBe(false);
  });

  it('find a page that nobody weighs', async () => {
    const { problems } = await check({ 'src/routes/app/new-page.tsx': { bytes: 10 } });
    expect(problems).toEqual([
      'src/routes/app/new-page.tsx is a chunk that infra/local/budgets/routes.ts does not weigh',
    ]);
  });

  it('find an island that nobody weighs', async () => {
    const name = 'src/features/new.tsx';
    const { problems } = await check({ 'public.html': { bytes: 10, dynamicImports: [name] }, [name]: { bytes: 10 } });
    expect(problems).toEqual([`${name} is a chunk that infra/local/budgets/routes.ts does not weigh`]);
  });

  it('weigh what an island brings along, and what a page has before it', async () => {
    const { problems } = await check({
      'src/app/start-island.tsx': { bytes: 101_000 },
      'public.html': { bytes: 12_001 },
    });
    expect(problems.filter((problem) => problem.includes('may weigh 12.0 kB'))).toHaveLength(pages.length);
    expect(problems.filter((problem) => problem.includes('may weigh 100.0 kB'))).toHaveLength(2);
  });

  it('weigh charts by what they add to a page', async () => {
    const { problems } = await check({
      'src/routes/form/form-frame.tsx': { bytes: 30_000 },
      'src/routes/app/analytics-page.tsx': { bytes: 6_300, imports: ['src/routes/form/form-frame.tsx'] },
    });
    expect(problems).toEqual([
      expect.stringMatching(/^\/forms\/:id\/analytics alone weighs 6\.3 kB; it may weigh 6\.2 kB$/),
    ]);
  });

  it('do not pass over a route whose chunk is gone', async () => {
    await check({});
    await write('.vite/manifest.json', '{}');
    await expect(checkBudgets(dist)).rejects.toThrow('The build has no chunk');
  });
});

interface Made {
  readonly bytes: number;
  readonly cssBytes?: number;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Checks a build of small chunks, with the named exceptions. */
async function check(special: Readonly<Record<string, Made>>) {
  const made = { ...Object.fromEntries(chunks.map((name) => [name, { bytes: 10 }])), ...special };
  const entries = Object.entries<Made>(made).map(
    async ([name, { bytes, cssBytes, imports = [], dynamicImports = [] }], index) => {
      const file = `assets/chunk-${index}.js`;
      const css = cssBytes === undefined ? [] : [`assets/chunk-${index}.css`];
      await write(file, bytes);
      for (const path of css) await write(path, cssBytes ?? 0);
      return [name, { file, css, imports, dynamicImports, isDynamicEntry: name.startsWith('src/') }];
    },
  );
  await write('.vite/manifest.json', JSON.stringify(Object.fromEntries(await Promise.all(entries))));
  return checkBudgets(dist);
}

/** Random bytes cannot be compressed, so a file weighs as much as its content. */
async function write(path: string, content: number | string): Promise<void> {
  await mkdir(dirname(join(dist, path)), { recursive: true });
  await writeFile(join(dist, path), typeof content === 'string' ? content : randomBytes(content));
}
