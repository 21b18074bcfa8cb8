import type { Plugin, ViteDevServer } from 'vite';

/** While the web app is developed: public pages have a document of their own, and the app has the other addresses. */
export function servePublicPages(): Plugin {
  return {
    name: 'serve-public-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        isPublic(server, path).then((isPage) => {
          if (isPage) request.url = '/public.html';
          next();
        }, next);
      });
    },
  };
}

async function isPublic(server: ViteDevServer, path: string): Promise<boolean> {
  const { publicRoutes } = await server.ssrLoadModule('/src/routes/public-routes.tsx');
  return publicRoutes.some((route: { path: string }) => route.path === path);
}
