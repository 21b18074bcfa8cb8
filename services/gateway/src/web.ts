import { join } from 'node:path';
import { notFound } from '@inlet/http/errors';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { serveClientScript } from '#client-script.ts';
import type { GatewayConfig } from '#config.ts';
import { hasLanding } from '#fill-page.ts';
import { allowEveryPage, allowPreview, openFiles, previewFramePath } from '#preview-frame.ts';
import { servePublicPages } from '#public-pages.ts';
import { serveSecurityText } from '#security-text.ts';

const hourSeconds = 3_600;
const yearSeconds = 31_536_000;

/** Paths that must never serve the web app. */
const notPages = ['/livez', '/readyz', '/metrics', '/internal'];

/** Serves the built web app: its files, its public pages, and the app's single page for all other addresses. */
export function serveWeb(config: GatewayConfig): RequestHandler {
  const root = config.WEB_ROOT;
  const pages = servePublicPages(config);
  const router = Router();
  router.use(notPages, () => {
    throw notFound();
  });
  router.use('/assets', serveAssets(join(root, 'assets')), () => {
    throw notFound();
  });
  router.use('/assets', refusalsAreNotCompressed);
  router.use(compression());
  router.use(serveClientScript(config));
  router.get('/.well-known/security.txt', serveSecurityText(config));
  // The app would request this page again and again.
  if (config.BILLING === 'off') router.get('/pricing', (_request, response) => response.redirect('/'));
  if (!hasLanding(config)) router.get('/', (_request, response) => response.redirect('/auth'));
  router.get('/{*page}', pages.send);
  // The templates of the pages are not pages themselves.
  router.get(['/index.html', '/pages{/*page}', '/pages-without-plans{/*page}'], pages.sendNotFound);
  router.get(previewFramePath, allowPreview);
  router.use(openFiles, allowEveryPage);
  router.use(express.static(root, { index: false, redirect: false, maxAge: hourSeconds * 1_000 }));
  router.get('/{*page}', pages.refuse);
  router.get('/{*page}', (_request, response) => {
    // The app's pages require a sign-in, so search engines should not index them.
    const headers = { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' };
    // A root is given, because a folder in its path may start with a dot.
    response.sendFile('index.html', { root, headers });
  });
  return router;
}

/** The request was for a compressed file of a previous release, or for an unsatisfiable range. */
const refusalsAreNotCompressed: ErrorRequestHandler = (error, _request, response, next) => {
  response.removeHeader('content-encoding');
  next(error);
};

/** Built files have a hash in their name, so a loaded file is never requested again. The build compressed them. */
function serveAssets(folder: string): RequestHandler {
  return expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    serveStatic: { immutable: true, maxAge: yearSeconds * 1_000, redirect: false },
  });
}
