import type { RequestHandler } from 'express';

/**
 * The document in which the app previews visitors' pages: only the app may frame it, and it only runs its own script.
 * It may load any image, as a visitor's page loads the owner's logo.
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

/** Files for pages with an opaque origin, such as the preview, or with another one: a visitor may use another host. */
export const openFiles = ['/preview-frame.js', '/fonts'];

export const allowEveryPage: RequestHandler = (_request, response, next) => {
  response.set({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
  next();
};
