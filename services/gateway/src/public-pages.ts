import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pagesFolder } from '@inlet/contracts/site';
import { notFound } from '@inlet/service/http-error';
import type { RequestHandler, Response } from 'express';
import type { GatewayConfig } from '#config.ts';
import { createFiller, endsIdleAccounts, siteOf } from '#fill-page.ts';

interface PublicPages {
  /** Answers with the page of the address, or passes on where there is none. */
  readonly send: RequestHandler;
  /** Refuses addresses that can be nothing: below a public page, or with the ending of a file. */
  readonly refuse: RequestHandler;
  readonly sendNotFound: RequestHandler;
}

/** Texts that robots ask for; the build makes them with the pages. */
const robotFiles = ['/robots.txt', '/sitemap.xml'];
const pagePattern = /^\/(?!index$)[a-z][a-z0-9-]*(?:\/[a-z][a-z0-9-]*)*$/;

/** The pages that the build has written, with what only this installation knows filled in. */
export function servePublicPages(config: GatewayConfig): PublicPages {
  const site = siteOf(config);
  const fill = createFiller(site, endsIdleAccounts(config));
  const folder = join(config.WEB_ROOT, pagesFolder(site));

  const sendNotFound: RequestHandler = async (_request, response) => {
    const content = await read('/404.html');
    if (content === null) throw notFound();
    answer(response.status(404), '/404.html', content);
  };

  return {
    sendNotFound,
    async send({ path, url }, response, next) {
      const file = fileOf(path);
      const content = await read(file);
      if (file !== null && content !== null) return answer(response, file, content);
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

  async function read(file: string | null): Promise<string | null> {
    const content = file === null ? null : await readIfThere(join(folder, file));
    return content === null ? null : fill(content);
  }
}

function fileOf(path: string): string | null {
  if (path === '/') return '/index.html';
  if (robotFiles.includes(path)) return path;
  return pagePattern.test(path) ? `${path}.html` : null;
}

/** Asked for anew each time, so that a new release is seen at once; sent again only when it has changed. */
function answer(response: Response, file: string, content: string): void {
  const digest = createHash('sha256').update(content).digest('base64url');
  response.type(file.slice(file.lastIndexOf('.'))).set({ 'cache-control': 'no-cache', etag: `W/"${digest}"` });
  response.send(content);
}

/** How a file system says that a visitor's path leads to no file; anything else is a failure of ours. */
const namesNothing = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && namesNothing.has(String(error.code))) return null;
    throw error;
  }
}
