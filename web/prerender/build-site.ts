import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import type { RenderedPage } from '#prerender.tsx';
import { checkLinks } from './check-links.ts';
import { drawIcons } from './draw-icons.ts';
import { drawPreview } from './draw-preview.ts';
import { fillShell, fillTemplate } from './fill-template.ts';
import { findFontFile } from './find-font-file.ts';
import { iconAddress } from './icon-address.ts';
import { pageFile, previewFile } from './page-files.ts';
import { precompress } from './precompress.ts';
import { robotsOf, sitemapOf } from './sitemap.ts';

const webDir = resolve(import.meta.dirname, '..');
/** What everybody may read runs on Preact, in the browser and when it is written here; decision 36 says why. */
const onPreact = { alias: { react: 'preact/compat', 'react-dom': 'preact/compat' } };
const cacheDir = resolve(webDir, '../node_modules/.cache/inlet');

interface Renderer {
  readonly renderPublicPages: () => Promise<RenderedPage[]>;
  readonly renderNotFoundPage: () => Promise<RenderedPage>;
  readonly renderWaiting: () => string;
}

/** Builds the web app into a folder, with every public page as a file that reads without a script. */
export async function buildSite(outDir: string): Promise<void> {
  await buildPrograms(outDir);
  const { pages, notFound, waiting } = await renderPages();
  const template = {
    html: await readFile(join(outDir, 'public.html'), 'utf8'),
    font: await findFontFile(outDir),
    icon: iconAddress(await readFile(join(outDir, 'favicon.svg'), 'utf8')),
  };
  await rm(join(outDir, 'public.html'));
  const documents = new Map(pages.map((page) => [page.path, fillTemplate(template, page)]));
  await Promise.all([
    ...[...documents].map(([path, html]) => write(outDir, pageFile(path), html)),
    write(outDir, pageFile(notFound.path), fillTemplate(template, notFound, { isFound: false })),
    write(outDir, 'index.html', fillShell(await readFile(join(outDir, 'index.html'), 'utf8'), waiting)),
    write(outDir, 'pages/sitemap.xml', sitemapOf(pages)),
    write(outDir, 'pages/robots.txt', robotsOf()),
    ...pages.map(async (page) => write(outDir, previewFile(page.path), await drawPreview(page))),
    ...(await drawIcons(join(outDir, 'favicon.svg'))).map(({ file, png }) => write(outDir, file, png)),
  ]);
  await checkLinks(outDir, documents);
  await precompress(join(outDir, 'assets'));
}

/**
 * Builds the app for members and what everybody may read: two programs that share no chunk. Each has a list of the
 * files that it loads, for those who count them.
 */
async function buildPrograms(outDir: string): Promise<void> {
  await build({
    root: webDir,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, manifest: '.vite/app.json', rolldownOptions: { input: 'index.html' } },
  });
  await build({
    root: webDir,
    logLevel: 'warn',
    resolve: onPreact,
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: '.vite/public.json',
      rolldownOptions: { input: 'public.html' },
    },
  });
}

/** Builds the public pages as a program for Node, which renders them and is thrown away. */
async function renderPages() {
  const outDir = join(cacheDir, `renderer-${process.pid}`);
  try {
    await build({
      root: webDir,
      logLevel: 'warn',
      resolve: onPreact,
      // A package that Node loaded by itself would bring React along.
      ssr: { noExternal: true },
      build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false },
    });
    const renderer: Renderer = await import(join(outDir, 'prerender.js'));
    return {
      pages: await renderer.renderPublicPages(),
      notFound: await renderer.renderNotFoundPage(),
      waiting: renderer.renderWaiting(),
    };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function write(outDir: string, file: string, content: string | Uint8Array): Promise<void> {
  const path = join(outDir, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
