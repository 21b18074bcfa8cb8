import type { RequestHandler } from 'express';

/**
 * The document in which the app shows pages of visitors: only the app may frame it, and it runs only its own script.
 * It may load any image, as the page of a visitor loads the logo that the owner has named.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "font-src 'self'",
  'img-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

export const previewFramePath = '/preview-frame.html';

export const allowPreview: RequestHandler = (_request, response, next) => {
  response.set({
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  next();
};

/** Files of pages that have no origin, as the preview, or another one: a visitor may have come by another host. */
export const openFiles = ['/preview-frame.js', '/fonts'];

export const allowEveryPage: RequestHandler = (_request, response, next) => {
  response.set({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
  next();
};
