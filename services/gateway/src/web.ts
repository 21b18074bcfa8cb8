import { join } from 'node:path';
import { notFound } from '@inlet/service/http-error';
import compression from 'compression';
import express, { type RequestHandler, Router } from 'express';

const yearSeconds = 31_536_000;

/** Addresses that must never look as if they were part of the web app. */
const notPages = ['/livez', '/readyz', '/metrics', '/internal'];

/** The built web app: its files, and its one page for every address that is not a file. */
export function serveWeb(root: string): RequestHandler {
  const router = Router();
  router.use(notPages, () => {
    throw notFound();
  });
  router.use(compression());
  // Built files carry a hash in their name, so what was once loaded is never asked for again.
  const forYears = { immutable: true, maxAge: yearSeconds * 1_000, redirect: false };
  router.use('/assets', express.static(join(root, 'assets'), forYears));
  router.use('/assets', () => {
    throw notFound();
  });
  router.use(express.static(root, { index: false, redirect: false }));
  router.get('/{*page}', (_request, response) => {
    // Below a root, so that a folder on the way to it may begin with a dot.
    response.sendFile('index.html', { root, headers: { 'cache-control': 'no-cache' } });
  });
  return router;
}
