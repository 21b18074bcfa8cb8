import { join } from 'node:path';
import { pagesFolder } from '@inlet/contracts/site';
import { notFound } from '@inlet/http/errors';
import type { Request, RequestHandler, Response } from 'express';
import type { GatewayConfig } from '#config.ts';
import { createFiller, shownParts, siteOf } from '#fill-page.ts';
import { createPageReader, type ReadyPage, sendReady } from '#read-page.ts';

interface PublicPages {
  /** Sends the page of the address, or calls the next handler if there is none. */
  readonly send: RequestHandler;
  /** Refuses addresses that cannot exist: below a public page, or with a file extension. */
  readonly refuse: RequestHandler;
  readonly sendNotFound: RequestHandler;
}

/** Text files for programs, which the build writes with the pages. */
const textFiles = ['/robots.txt', '/sitemap.xml', '/llms.txt'];
/** A page of the documentation as Markdown. */
const markdownPattern = /^\/docs(?:\/[a-z][a-z0-9-]*)?\.md$/;
const pagePattern = /^\/(?!index$)[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*)*$/;

/** Serves the built pages with the values of this installation. */
export function servePublicPages(config: GatewayConfig): PublicPages {
  const site = siteOf(config);
  const folder = join(config.WEB_ROOT, pagesFolder(site));
  const readPage = createPageReader(folder, createFiller(site, shownParts(config)));
  const read = (file: string | null) => (file === null ? null : readPage(file));

  const sendNotFound: RequestHandler = async (request, response) => {
    const page = await read('/404.html');
    if (page === null) throw notFound();
    answer(request, response.status(404), page);
  };

  return {
    sendNotFound,
    async send(request, response, next) {
      const { path, url } = request;
      const page = await read(fileOf(path));
      if (page !== null) return answer(request, response, page);
      const bare = path.replace(/\/$/, '');
      if (bare === path || (await read(fileOf(bare))) === null) return next();
      response.redirect(308, bare + url.slice(path.length));
    },
    async refuse(request, response, next) {
      const [, first = ''] = request.path.split('/');
      const isFile = request.path.slice(request.path.lastIndexOf('/')).includes('.');
      const isBelowPage = first !== '' && (await read(fileOf(`/${first}`))) !== null;
      if (isFile || isBelowPage) return sendNotFound(request, response, next);
      next();
    },
  };
}

function fileOf(path: string): string | null {
  if (path === '/') return '/index.html';
  if (textFiles.includes(path) || markdownPattern.test(path)) return path;
  return pagePattern.test(path) ? `${path}.html` : null;
}

/** The page is revalidated each time, so that a new release is visible at once. */
function answer(request: Request, response: Response, page: ReadyPage): void {
  sendReady(request, response, page, 'no-cache');
}
