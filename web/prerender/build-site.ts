import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pagesFolder, type Site, siteTokens } from '@inlet/contracts/site';
import { build, minify, type Rolldown } from 'vite';
import type { TextFile } from '#features/docs/markdown/docs-markdown.ts';
import type { RenderedPage } from '#prerender.tsx';
import { checkLinks } from './check-links.ts';
import { drawIcons } from './draw-icons.ts';
import { drawPreview } from './draw-preview.ts';
import { fillShell, fillTemplate } from './fill-template.ts';
import { findFontFile } from './find-font-file.ts';
import { formFiles } from './form-files.ts';
import { iconAddress } from './icon-address.ts';
import { pageFile, previewFile } from './page-files.ts';
import { precompress } from './precompress.ts';
import { robotsOf, sitemapOf } from './sitemap.ts';

const webDir = resolve(import.meta.dirname, '..');
const cacheDir = resolve(webDir, '../node_modules/.cache/inlet');

/** Small modules that the script of public pages shares with the app. */
const shared =
  /preload-helper|src\/(?:lib\/(?:clipboard|prices|wording)|components\/ui\/meter-level|features\/billing\/(?:plan-name|prices))\.ts$/;
/** What islands draw with. */
const controls =
  /src\/components\/ui\/(?:button|button-class|card|class-names|code-block|copy-button|field|icon|icon-button|search-icon|spinner)\.tsx?$|virtual:lucide\/(?:check|circle-alert|copy|search|x)$/;
/** Almost every page of the app has these modules. No island has them. */
// safe because: the bundler names the modules
const queries = /react-query\/.*\/use(?:Base)?(?:Query|Mutation)\.js$|query-core\/.*\/(?:query|mutation)Observer\.js$/;
/** Small modules that several pages of the app have. Those that draw with Base UI would bring it along. */
const parts = /virtual:lucide|\/web\/src\/(?!routes\/|components\/ui\/(?:loaded-confirm-dialog|dialog|menu)\.tsx)/;

/** A page asks for each of its files, so modules that are used together share one. */
const groups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'shared', test: shared },
  { name: 'controls', test: controls, includeDependenciesRecursively: false },
  { name: 'queries', test: queries, includeDependenciesRecursively: false },
  {
    name: unlessPublic('parts'),
    debugName: 'parts',
    test: parts,
    minShareCount: 4,
    maxModuleSize: 6_000,
    includeDependenciesRecursively: false,
  },
];

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The group has no module of a public page, which would have to load all of it. */
function unlessPublic(name: string): (id: string, graph: Graph) => string | null {
  let modules: ReadonlySet<string> | undefined;
  return (id, graph) => {
    modules ??= reachedFrom(resolve(webDir, 'src/public.ts'), graph);
    return modules.has(id) ? null : name;
  };
}

function reachedFrom(entry: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const next of [...importedIds, ...dynamicallyImportedIds]) reached.add(next);
  }
  return reached;
}

/** Node loads the configuration itself, so both builds share its plugins and the pages that these have compiled. */
const common = { root: webDir, configLoader: 'native', logLevel: 'warn' } as const;

interface Renderer {
  readonly renderPublicPages: (site: Site) => Promise<RenderedPage[]>;
  readonly renderTexts: (site: Site) => Promise<TextFile[]>;
  readonly renderNotFoundPage: (site: Site) => Promise<RenderedPage>;
  readonly renderWaiting: () => string;
}

/** Builds the web app into a folder, with every public page as a file that reads without a script. */
export async function buildSite(outDir: string): Promise<void> {
  await buildPrograms(outDir);
  const { all, waiting } = await renderPages(outDir);
  const template = {
    html: await readFile(join(outDir, 'public.html'), 'utf8'),
    font: await findFontFile(outDir),
    icon: iconAddress(await readFile(join(outDir, 'favicon.svg'), 'utf8')),
  };
  await rm(join(outDir, 'public.html'));
  const pages = all.flatMap(({ site, pages: shown }) => (site.sellsPlans ? shown : []));
  const sites = all.map((rendered) => ({
    ...rendered,
    folder: join(outDir, pagesFolder(rendered.site)),
    documents: new Map(rendered.pages.map((page) => [page.path, fillTemplate(template, page)])),
  }));
  await Promise.all([
    ...sites.flatMap(({ folder, pages: shown, texts, notFound, documents }) => [
      ...[...documents].map(([path, html]) => write(folder, pageFile(path), html)),
      ...texts.map(({ path, content }) => write(folder, path, content)),
      write(folder, pageFile(notFound.path), fillTemplate(template, notFound, { isFound: false })),
      write(folder, 'sitemap.xml', sitemapOf(shown)),
      write(folder, 'robots.txt', robotsOf()),
    ]),
    write(
      outDir,
      'index.html',
      fillShell(await readFile(join(outDir, 'index.html'), 'utf8'), waiting, await formFiles(outDir)),
    ),
    write(outDir, 'before-paint.js', await withoutComments(join(outDir, 'before-paint.js'))),
    ...pages.map(async (page) => write(outDir, previewFile(page.path), await drawPreview(page))),
    ...(await drawIcons(join(outDir, 'favicon.svg'))).map(({ file, png }) => write(outDir, file, png)),
  ]);
  for (const { documents, texts } of sites) await checkLinks(outDir, documents, new Set(texts.map(({ path }) => path)));
  await precompress(join(outDir, 'assets'));
}

/** The app's first file names all others, so each letter of a hash counts a hundred times. */
const shortName = 'assets/[name]-[hash:7].js';

/** Builds the app for members and the script of public pages in one run, so that they share files. */
async function buildPrograms(outDir: string): Promise<void> {
  await build({
    ...common,
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: {
        input: ['index.html', 'public.html'],
        output: { codeSplitting: { groups }, chunkFileNames: shortName, entryFileNames: shortName },
      },
    },
  });
}

/** Builds the public pages as a program for Node, which renders them and is thrown away; only its pictures are kept. */
async function renderPages(siteDir: string) {
  const outDir = join(cacheDir, `renderer-${process.pid}`);
  try {
    await build({
      ...common,
      build: { ssr: 'src/prerender.tsx', ssrEmitAssets: true, outDir, emptyOutDir: true, copyPublicDir: false },
    });
    const isPicture = (path: string) => !path.endsWith('.js');
    await cp(join(outDir, 'assets'), join(siteDir, 'assets'), { recursive: true, filter: isPicture });
    const renderer: Renderer = await import(join(outDir, 'prerender.js'));
    const sites = [siteTokens, { ...siteTokens, sellsPlans: false }];
    const all = sites.map(async (site) => ({
      site,
      pages: await renderer.renderPublicPages(site),
      texts: await renderer.renderTexts(site),
      notFound: await renderer.renderNotFoundPage(site),
    }));
    return { all: await Promise.all(all), waiting: renderer.renderWaiting() };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Vite copies this script as it is, and every page waits for it: half of it is comments. */
async function withoutComments(file: string): Promise<string> {
  const { code } = await minify(file, await readFile(file, 'utf8'), { module: false });
  return code;
}

async function write(outDir: string, file: string, content: string | Uint8Array): Promise<void> {
  const path = join(outDir, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
