import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { AccountDeps } from '#deps/account-deps.ts';
import { buildDocument } from '#openapi/build-document.ts';
import { allOperations } from '#openapi/operations/all-operations.ts';
import { renderPage } from '#openapi/page/render-page.ts';
import { style } from '#openapi/page/style.ts';

/** It changes with a release and not in between. */
const cacheControl = 'public, max-age=300';

const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': cacheControl,
};

/** The description of the API for programs. */
export function readDescriptionHandler({ config }: Pick<AccountDeps, 'config'>): RequestHandler {
  const document = once(() => JSON.stringify(buildDocument(allOperations, config.PUBLIC_URL)));
  return (_request, response) => {
    response.set('cache-control', cacheControl).type('application/json').send(document());
  };
}

/** The same as a page. */
export function readReferenceHandler({ config }: Pick<AccountDeps, 'config'>): RequestHandler {
  const page = once(() => renderPage(buildDocument(allOperations, config.PUBLIC_URL)));
  return (_request, response) => {
    response.set(pageHeaders).type('html').send(page());
  };
}

/** Made when somebody asks for the first time: a process that starts has better things to do. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
