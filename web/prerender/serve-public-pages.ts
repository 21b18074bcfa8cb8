import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Site, siteTokens } from '@inlet/contracts/site';
import type { Plugin, ViteDevServer } from 'vite';
import type { TextFile } from '#features/docs/markdown/docs-markdown.ts';
import type { RenderedPage } from '#prerender.tsx';
import { fillTemplate } from './fill-template.ts';
import { iconAddress } from './icon-address.ts';

/** During development, renders public pages as the build does; other addresses belong to the app. */
export function servePublicPages(): Plugin {
  return {
    name: 'serve-public-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        render(server, path).then((file) => {
          if (file === null) return next();
          response.setHeader('content-type', `${file.type}; charset=utf-8`).end(file.content);
        }, next);
      });
    },
    // Vite tells a browser about the files that it has loaded; the other parts of a page are rendered here.
    hotUpdate({ file, modules, server: { environments } }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return;
      const { moduleGraph, hot } = environments.client;
      // Style sheets name every file in which they look for classes.
      const isLoaded = [...(moduleGraph.getModulesByFile(file) ?? [])].some(({ type }) => type !== 'asset');
      if (!isLoaded) hot.send({ type: 'full-reload' });
    },
  };
}

interface Renderer {
  readonly renderPublicPage: (path: string) => Promise<RenderedPage | null>;
  readonly renderTexts: (site: Site) => Promise<TextFile[]>;
}

async function render(server: ViteDevServer, path: string): Promise<{ type: string; content: string } | null> {
  const { renderPublicPage, renderTexts } = (await server.ssrLoadModule('/src/prerender.tsx')) as Renderer;
  if (/\.(?:md|txt)$/.test(path)) {
    const text = (await renderTexts(siteTokens)).find((each) => each.path === path);
    return text ? { type: path.endsWith('.md') ? 'text/markdown' : 'text/plain', content: text.content } : null;
  }
  const page = await renderPublicPage(path);
  if (page === null) return null;
  const { root, publicDir } = server.config;
  const html = await readFile(join(root, 'public.html'), 'utf8');
  const icon = iconAddress(await readFile(join(publicDir, 'favicon.svg'), 'utf8'));
  const content = await server.transformIndexHtml(path, fillTemplate({ html, icon }, page));
  return { type: 'text/html', content };
}
