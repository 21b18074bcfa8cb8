import { fileURLToPath } from 'node:url';
import versions from '@inlet/client/versions.json' with { type: 'json' };
import { type RequestHandler, Router } from 'express';
import type { GatewayConfig } from '#config.ts';
import { allowEveryPage } from '#preview-frame.ts';
import { createPageReader, sendReady } from '#read-page.ts';

/** The newest version is asked for again after five minutes. The bytes of a version never change. */
const newestCache = 'public, max-age=300';
const versionCache = 'public, max-age=31536000, immutable';

const folder = fileURLToPath(new URL('versions', import.meta.resolve('@inlet/client/versions.json')));
const newest = Object.keys(versions).at(-1) ?? '';

/** Serves the script that websites load: the newest version, and each version by its number. */
export function serveClientScript({ PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>): RequestHandler {
  const read = createPageReader(folder, (content) => content);
  const send = async (version: string, cache: string, ...[request, response, next]: Parameters<RequestHandler>) => {
    const script = await read(`inlet-${version}.js`);
    if (script === null) return next();
    sendReady(request, response, script, cache);
  };
  const router = Router();
  router.use(/^\/inlet(?:-[\w.-]{1,40})?\.js$/, allowEveryPage);
  router.get('/inlet.js', (...handled) => send(newest, newestCache, ...handled));
  router.get('/inlet-:version.js', (request, response, next) => {
    const { version } = request.params;
    if (Object.hasOwn(versions, version)) return send(version, versionCache, request, response, next);
    response
      .status(404)
      .type('.js')
      .set('cache-control', 'no-cache')
      .send(`// There is no such version. The newest is ${newest}: ${PUBLIC_URL}/inlet-${newest}.js\n`);
  });
  return router;
}
