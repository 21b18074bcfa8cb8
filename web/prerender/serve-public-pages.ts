import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
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
        renderDocument(server, path).then((html) => {
          if (html === null) return next();
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
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
}

async function renderDocument(server: ViteDevServer, path: string): Promise<string | null> {
  const { renderPublicPage } = (await server.ssrLoadModule('/src/prerender.tsx')) as Renderer;
  const page = await renderPublicPage(path);
  if (page === null) return null;
  const { root, publicDir } = server.config;
  const html = await readFile(join(root, 'public.html'), 'utf8');
  const icon = iconAddress(await readFile(join(publicDir, 'favicon.svg'), 'utf8'));
  return server.transformIndexHtml(path, fillTemplate({ html, icon }, page));
}
