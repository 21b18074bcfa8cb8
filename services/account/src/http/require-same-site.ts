import type { RequestHandler } from 'express';
import { crossSiteRefused } from '#errors.ts';

/** Providers send browsers back from pages of their own. A cookie binds such a request to the browser that began. */
export function isForOwnPages(path: string): boolean {
  return path.startsWith('/api/auth/') && !path.startsWith('/api/auth/oidc/');
}

/**
 * Refuses requests that another website's page sent with our cookie. Browsers report the source of a request in
 * `Sec-Fetch-Site`, older ones in `Origin`; a program sends neither, and has no visitor's cookie.
 */
export function requireSameSite(publicUrl: string): RequestHandler {
  const { origin: own } = new URL(publicUrl);
  return (request, _response, next) => {
    if (!isForOwnPages(request.baseUrl + request.path)) return next();
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    const isOurs = site === undefined ? origin === undefined || origin === own : site === 'same-origin';
    if (!isOurs) throw crossSiteRefused();
    next();
  };
}
